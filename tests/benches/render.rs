//! How long a picture takes.

#[path = "../tests/pictures/trace/mod.rs"]
mod trace;

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Instant;

fn pictures(criterion: &mut Criterion) {
    let path = tests::shared::need(
        "replays/18ardennes/fixture_1.jsonl.gz",
        "the recorded game fixture_1; the end of the demo's game is drawn instead",
    );
    if path.is_some() {
        let position =
            trace::position("18ardennes", "fixture_1", 715, true).expect("the recorded game");
        return measure(criterion, &position.scene());
    }
    let script = tests::script::of_console("the demo's game", bot::demo::GAME);
    let script = script.expect("it replays");
    let mut game = engine::Game::new(script.setup).expect("the set-up is right");
    for step in &script.steps {
        game.apply(step.seat, &step.action).expect("it is legal");
    }
    let round = game.round_name();
    let scene = render::Scene {
        round: &round,
        ..render::Scene::new(game.definition(), game.shared())
    };
    measure(criterion, &scene);
}

fn measure(criterion: &mut Criterion, scene: &render::Scene<'_>) {
    // The first picture of a process reads the fonts.
    let start = Instant::now();
    let file = render::map_png(scene, 1600).expect("a map");
    println!(
        "first map at 1600 px: {:?}, {} bytes",
        start.elapsed(),
        file.len()
    );

    let mut group = criterion.benchmark_group("render");
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
