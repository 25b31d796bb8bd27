//! How long a picture takes.

#[path = "../tests/pictures/trace/mod.rs"]
mod trace;

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Instant;

fn pictures(criterion: &mut Criterion) {
    for title in ["1835", "1826"] {
        let game = bot::demo::by_itself(title, 3, 4).expect("it comes to its end");
        let mut position = trace::of_game(&game, &[]);
        let companies = game.definition().company_ids();
        let best = companies.filter_map(|company| game.best_runs_of(company));
        if let Some(best) = best.max_by_key(|best| best.runs.len()) {
            position.routes = (best.runs.into_iter())
                .map(|run| render::DrawnRun {
                    train: game.definition().train_name(run.train),
                    run,
                    revenue: 0,
                })
                .collect();
        }
        measure(criterion, title, &position.scene());
    }
    for (title, line) in [("18ardennes", 715), ("1873", 1094)] {
        let path = tests::shared::need(
            &format!("replays/{title}/fixture_1.jsonl.gz"),
            "the recorded game fixture_1; a game of the bot with itself is drawn instead",
        );
        let position = match path {
            Some(_) => trace::position(title, "fixture_1", line, true).expect("the recorded game"),
            None => {
                let game = bot::demo::by_itself(title, 1, 4).expect("it comes to its end");
                trace::of_game(&game, &[])
            }
        };
        measure(criterion, title, &position.scene());
    }
}

fn measure(criterion: &mut Criterion, title: &str, scene: &render::Scene<'_>) {
    // The first picture of a process reads the fonts.
    let start = Instant::now();
    let file = render::map_png(scene, 1600).expect("a map");
    println!(
        "{title}, first map at 1600 px: {:?}, {} bytes",
        start.elapsed(),
        file.len()
    );

    let mut group = criterion.benchmark_group(format!("render {title}"));
    group.sample_size(20);
    group.bench_function("map 1600 px, layout and SVG", |bencher| {
        bencher.iter(|| render::map_svg(black_box(scene), 1600));
    });
    let svg = render::map_svg(scene, 1600);
    group.bench_function("map 1600 px, pixels", |bencher| {
        bencher.iter(|| render::rasterise(black_box(&svg)));
    });
    let raster = render::rasterise(&svg).expect("pixels");
    group.bench_function("map 1600 px, PNG", |bencher| {
        bencher.iter(|| render::encode(black_box(&raster)));
    });
    group.bench_function("map 1600 px, all", |bencher| {
        bencher.iter(|| render::map_png(black_box(scene), 1600));
    });
    group.bench_function("market 1200 px, all", |bencher| {
        bencher.iter(|| render::market_png(black_box(scene), 1200));
    });
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
