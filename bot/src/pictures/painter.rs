//! Whoever draws for the product: the crate `render`.

use super::{Caption, Pictures};
use engine::Definition;
use engine::Game;
use engine::Shared;
use engine::board::Placed;
use engine::ids::{CompanyId, FaceId, HexId, Seat};
use engine::legal::Duty;
use engine::titles::Mark;
use render::{Change, Chart, DrawnRun, MapMode, Note, RenderError, Scene, Standing};

/// Draws with `render`. Its maps are so many pixels wide; the other pictures follow in proportion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Painter {
    width: u32,
}

impl Painter {
    /// Width of a map that reads well on a phone.
    pub const WIDTH: u32 = 1600;

    /// Somebody who draws maps of that width.
    pub fn new(width: u32) -> Painter {
        Painter { width }
    }

    /// The width of a picture that is so wide when maps have their usual width.
    fn scaled(self, width: u32) -> u32 {
        (u64::from(width) * u64::from(self.width) / u64::from(Painter::WIDTH)) as u32
    }
}

impl Default for Painter {
    fn default() -> Painter {
        Painter::new(Painter::WIDTH)
    }
}

/// What a scene of a position is made of.
struct Stage<'a> {
    game: &'a Game,
    caption: &'a Caption,
    marks: Vec<Mark>,
    notes: Vec<Note>,
    market_notes: Vec<String>,
    phase_notes: Vec<String>,
    round: String,
    order: Vec<CompanyId>,
    changed: Vec<Change>,
    standings: Vec<Standing>,
    awaited: Vec<Seat>,
}

impl<'a> Stage<'a> {
    fn new(game: &'a Game, caption: &'a Caption) -> Stage<'a> {
        let mut changed: Vec<Change> = caption.hexes.iter().map(|hex| Change::Hex(*hex)).collect();
        changed.extend(caption.stops.iter().map(|stop| Change::Stop(*stop)));
        changed.extend(
            caption
                .companies
                .iter()
                .map(|company| Change::Marker(*company)),
        );
        let standings = game
            .seats()
            .map(|seat| {
                let (certificates, limit) = game.certificates(seat);
                Standing {
                    worth: game.worth(seat),
                    certificates,
                    limit,
                }
            })
            .collect();
        Stage {
            game,
            caption,
            marks: game.marks(),
            notes: (game.hex_notes().into_iter())
                .map(|(hex, text)| Note { hex, text })
                .collect(),
            market_notes: game.market_notes(),
            phase_notes: game.phase_notes(),
            round: game.round_name(),
            order: game.operating_order(),
            changed,
            standings,
            awaited: (game.asks().into_iter())
                .filter(|ask| ask.duty == Duty::Must)
                .map(|ask| ask.seat)
                .collect(),
        }
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            marks: &self.marks,
            notes: &self.notes,
            market_notes: &self.market_notes,
            phase_notes: &self.phase_notes,
            players: &self.caption.names,
            round: &self.round,
            caption: &self.caption.line,
            trial: self.caption.trial,
            order: &self.order,
            changed: &self.changed,
            standings: &self.standings,
            awaited: &self.awaited,
            moved: &self.caption.moved,
            since: self.caption.since,
            ..Scene::new(self.game.definition(), self.game.shared())
        }
    }
}

/// The scene of a position, handed to `draw`.
fn draw(
    game: &Game,
    caption: &Caption,
    draw: impl FnOnce(&Scene<'_>) -> Result<Vec<u8>, RenderError>,
) -> Option<Vec<u8>> {
    told(draw(&Stage::new(game, caption).scene()))
}

/// The picture; a fault of the drawing is logged, and the text goes out without it.
fn told(drawn: Result<Vec<u8>, RenderError>) -> Option<Vec<u8>> {
    drawn
        .inspect_err(|error| tracing::error!(%error, "a picture could not be drawn"))
        .ok()
}

impl Pictures for Painter {
    fn map(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            render::map_png(scene, self.scaled(1600))
        })
    }

    fn packet(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>> {
        let rows = game.packet();
        if rows.is_empty() {
            return None;
        }
        draw(game, caption, |scene| {
            render::packet_png(scene, &rows, self.scaled(1080))
        })
    }

    fn market(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            render::market_png(scene, self.scaled(1200))
        })
    }

    fn players(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>> {
        let raises: Vec<i32> = game.seats().map(|seat| game.raise(seat).total()).collect();
        draw(game, caption, |scene| {
            let scene = Scene {
                raises: &raises,
                ..*scene
            };
            render::players_png(&scene, self.scaled(1080))
        })
    }

    fn company(&self, game: &Game, company: CompanyId, caption: &Caption) -> Option<Vec<u8>> {
        let notes = game.company_notes(company);
        draw(game, caption, |scene| {
            let scene = Scene {
                company_notes: &notes,
                train_limit: Some(game.train_limit(company)).filter(|limit| *limit > 0),
                ..*scene
            };
            render::company_png(&scene, company, self.scaled(1000))
        })
    }

    fn region(
        &self,
        game: &Game,
        around: &[HexId],
        runs: &[DrawnRun],
        caption: &Caption,
    ) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            let scene = Scene {
                routes: runs,
                ..*scene
            };
            // A small part is not blown up beyond what is needed to read it.
            let width = if around.len() > 12 { 1400 } else { 1000 };
            render::region_png(&scene, around, self.scaled(width))
        })
    }

    fn trains(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            render::trains_png(scene, self.scaled(1080))
        })
    }

    fn choices(&self, ways: &[(Game, String)], hex: HexId, caption: &Caption) -> Option<Vec<u8>> {
        let stages: Vec<(Stage<'_>, &str)> = ways
            .iter()
            .map(|(game, text)| (Stage::new(game, caption), text.as_str()))
            .collect();
        let options: Vec<(Scene<'_>, String)> = stages
            .iter()
            .map(|(stage, text)| (stage.scene(), (*text).to_string()))
            .collect();
        told(render::choices_png(&options, hex, self.scaled(1100)))
    }

    fn tile(&self, definition: &Definition, face: FaceId, rot: u8) -> Option<Vec<u8>> {
        told(render::tile_png(
            definition,
            None,
            Placed { face, rot },
            self.scaled(300),
        ))
    }

    fn map_as(
        &self,
        game: &Game,
        caption: &Caption,
        mode: MapMode,
        runs: &[DrawnRun],
    ) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            let scene = Scene {
                mode,
                routes: runs,
                ..*scene
            };
            render::map_png(&scene, self.scaled(1600))
        })
    }

    fn part(&self, game: &Game, caption: &Caption, hex: HexId) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            render::part_png(scene, hex, 1, self.scaled(800))
        })
    }

    fn turnings(
        &self,
        definition: &Definition,
        shared: Option<&Shared>,
        face: FaceId,
    ) -> Option<Vec<u8>> {
        told(render::turnings_png(
            definition,
            shared,
            face,
            self.scaled(720),
        ))
    }

    fn upgrades(
        &self,
        definition: &Definition,
        shared: Option<&Shared>,
        face: FaceId,
    ) -> Option<Vec<u8>> {
        told(render::upgrades_png(
            definition,
            shared,
            face,
            self.scaled(1080),
        ))
    }

    fn manifest(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            render::manifest_png(scene, self.scaled(1200))
        })
    }

    fn chart(&self, definition: &Definition, chart: &Chart) -> Option<Vec<u8>> {
        told(render::chart_png(definition, chart, self.scaled(1080)))
    }
}
