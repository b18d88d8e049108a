//! Every picture of a piece on one sheet, light and dark, to be looked at.
use ludarium_render::canvas::{Bounds, Canvas, Pen};
use ludarium_render::font::{self, Anchor, Weight};
use ludarium_render::view::Pt;
use ludarium_render::{PieceAt, Style, View, palette, pictures, piece};

fn main() {
    let mut canvas = Canvas::new("");
    let mut names: Vec<String> = pictures::GALLERY.iter().map(|s| s.to_string()).collect();
    for n in ["Jiang", "Shi", "Xiang", "Ma", "Ju", "Pao", "Zu", "Gnu", "FlyingGox", "Square2048", "7", "A"] {
        names.push(n.to_string());
    }
    let mut view = View { players: 4, ..View::default() };
    for (i, name) in names.iter().enumerate() {
        let at = Pt::new((i % 14) as f64 * 210.0, (i / 14) as f64 * 130.0);
        for (k, owner) in [1u8, 2].into_iter().enumerate() {
            let p = Pt::new(at.x + k as f64 * 100.0, at.y);
            let ground = if k == 0 { palette::PHASES[1] } else { palette::PHASES[0] };
            canvas.rectangle(Bounds { low: p, high: p }.grown(50.0), 0.0, &Pen::fill(ground), "");
            let one = PieceAt { name: name.clone(), owner, count: 1, ..PieceAt::default() };
            let look = piece::look(&view, &one, 0);
            piece::draw(&mut canvas, &view, &one, &look, p, 84.0);
        }
        font::write(
            &mut canvas,
            name,
            Pt::new(at.x + 50.0, at.y + 64.0),
            18.0,
            Anchor::Middle,
            Weight::Regular,
            palette::CAPTION,
        );
    }
    view.style = Style { board: ludarium_render::BoardStyle::Shogi, ..Style::default() };
    for (i, name) in [
        "Osho", "Kinsho", "Ginsho", "Hisha", "Kakugyo", "Keima", "Kyosha", "Fuhyo", "Tokin", "Ryuo", "Ryuma",
        "Narigin", "Narikei", "Narikyo", "FlyingOx",
    ]
    .iter()
    .enumerate()
    {
        let p = Pt::new(i as f64 * 100.0, 1130.0);
        let one = PieceAt {
            name: name.to_string(),
            owner: 1 + (i % 2) as u8,
            count: 1,
            rotation: (i % 2) as f64 * 180.0,
            ..PieceAt::default()
        };
        let look = piece::look(&view, &one, 0);
        piece::draw(&mut canvas, &view, &one, &look, p, 92.0);
    }
    font::write(
        &mut canvas,
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 .,:;'()[]/!?*#%&<>+-=",
        Pt::new(0.0, 1220.0),
        40.0,
        Anchor::Start,
        Weight::Regular,
        palette::INK,
    );
    font::write(
        &mut canvas,
        "the quick brown fox jumps over the lazy dog; Örebro, Pachisi (Indian)",
        Pt::new(0.0, 1280.0),
        40.0,
        Anchor::Start,
        Weight::Regular,
        palette::INK,
    );
    let svg = canvas.finish("Gallery", "All pictures", 20.0, 2000.0, Some(palette::IVORY));
    std::fs::write("/tmp/gallery.svg", &svg).unwrap();
    std::fs::write("/tmp/gallery.png", ludarium_render::png::png(&svg, 1.0).unwrap()).unwrap();
}
