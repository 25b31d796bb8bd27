//! Whoever draws for the product: the crate `render`.

use super::{Caption, Pictures};
use engine::Definition;
use engine::Game;
use engine::Shared;
use engine::board::Placed;
use engine::ids::{CompanyId, FaceId, HexId, Seat};
use engine::legal::Duty;
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

/// The scene of a position, handed to `draw`.
fn draw(
    game: &Game,
    caption: &Caption,
    draw: impl FnOnce(&Scene<'_>) -> Result<Vec<u8>, RenderError>,
) -> Option<Vec<u8>> {
    let marks = game.marks();
    let order = game.operating_order();
    let round = game.round_name();
    let mut changed: Vec<Change> = caption.hexes.iter().map(|hex| Change::Hex(*hex)).collect();
    changed.extend(caption.stops.iter().map(|stop| Change::Stop(*stop)));
    changed.extend(
        caption
            .companies
            .iter()
            .map(|company| Change::Marker(*company)),
    );
    let standings: Vec<Standing> = game
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
    let notes: Vec<Note> = (game.hex_notes().into_iter())
        .map(|(hex, text)| Note { hex, text })
        .collect();
    let raises: Vec<i32> = game.seats().map(|seat| game.raise(seat).total()).collect();
    let awaited: Vec<Seat> = (game.asks().into_iter())
        .filter(|ask| ask.duty == Duty::Must)
        .map(|ask| ask.seat)
        .collect();
    let market_notes = game.market_notes();
    let phase_notes = game.phase_notes();
    let scene = Scene {
        marks: &marks,
        notes: &notes,
        market_notes: &market_notes,
        phase_notes: &phase_notes,
        players: &caption.names,
        round: &round,
        caption: &caption.line,
        trial: caption.trial,
        order: &order,
        changed: &changed,
        standings: &standings,
        raises: &raises,
        awaited: &awaited,
        moved: &caption.moved,
        ..Scene::new(game.definition(), game.shared())
    };
    told(draw(&scene))
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

    fn market(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            render::market_png(scene, self.scaled(1200))
        })
    }

    fn players(&self, game: &Game, caption: &Caption) -> Option<Vec<u8>> {
        draw(game, caption, |scene| {
            render::players_png(scene, self.scaled(1080))
        })
    }

    fn company(&self, game: &Game, company: CompanyId, caption: &Caption) -> Option<Vec<u8>> {
        let notes = game.company_notes(company);
        draw(game, caption, |scene| {
            let scene = Scene {
                company_notes: &notes,
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
