//! A rulebook as PDF: A4, two columns, pictures as vectors. Lays out blocks of text and pictures, and knows nothing of
//! what they say.

use crate::fonts::{self, Font};
use crate::{Figure, Rulebook};
use ludarium_english::Sentence;
use pdf_writer::{Chunk, Content, Finish, Name, Pdf, Rect, Ref, Str};
use std::collections::HashMap;

const PAGE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 46.0;
const GAP: f32 = 22.0;
const COLUMN: f32 = (PAGE.0 - 2.0 * MARGIN - GAP) / 2.0;
const TEXT: f32 = 9.6;
const CAPTION: f32 = 8.4;
const HEADING: f32 = 11.5;
const TITLE: f32 = 22.0;
/// Pictures are at most so high.
const PICTURE: f32 = 190.0;
/// A point is a 72nd of an inch: a centimetre.
const CENTIMETRE: f32 = 28.35;

/// A picture that cannot be put into a PDF.
#[derive(Debug)]
pub struct PdfError(String);

impl std::fmt::Display for PdfError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a picture cannot be printed: {}", self.0)
    }
}

impl std::error::Error for PdfError {}

/// Something that stands in a column and is not broken.
enum Block {
    Line {
        text: Vec<u8>,
        font: Font,
        size: f32,
        indent: f32,
        bullet: bool,
    },
    Space(f32),
    /// Pictures side by side.
    Pictures(Vec<Placed>),
    /// Blocks that stay together.
    Together(Vec<Block>),
}

struct Placed {
    picture: usize,
    width: f32,
    height: f32,
}

struct Picture {
    chunk: Chunk,
    root: Ref,
    /// Height for a width of one.
    ratio: f32,
}

impl Block {
    fn height(&self) -> f32 {
        match self {
            Block::Line { size, .. } => size * 1.22,
            Block::Space(h) => *h,
            Block::Pictures(all) => all.iter().map(|p| p.height).fold(0.0, f32::max) + 4.0,
            Block::Together(all) => all.iter().map(Block::height).sum(),
        }
    }
}

impl Rulebook {
    /// A4 pages; `cutouts` adds the board and the pieces to cut out.
    pub fn pdf(&self, cutouts: bool) -> Result<Vec<u8>, PdfError> {
        let mut pictures: Vec<Picture> = Vec::new();
        let mut blocks = Vec::new();
        if let Some(like) = &self.like {
            heading(&format!("Like {}, except", like.title), &mut blocks);
            for line in &like.except {
                paragraph(line, 0, true, &mut blocks);
            }
            for line in &like.without {
                paragraph(&format!("Not here: {line}"), 0, true, &mut blocks);
            }
        }
        for (index, section) in self.document.sections.iter().enumerate() {
            heading(&section.heading, &mut blocks);
            sentences(&section.sentences, &mut blocks);
            for (_, figure) in self.figures.iter().filter(|(at, _)| *at == index) {
                blocks.push(figure_block(figure, &mut pictures)?);
            }
        }
        let mut pages = Pages::new(&self.document.title);
        for block in blocks {
            pages.put(block);
        }
        let mut done = pages.finish();
        if let (true, Some(cut)) = (cutouts, &self.cutouts) {
            done.extend(cut_pages(cut, &mut pictures)?);
        }
        Ok(write(&self.document.title, done, pictures))
    }
}

fn heading(text: &str, blocks: &mut Vec<Block>) {
    if text.is_empty() {
        return;
    }
    let mut all = vec![Block::Space(7.0)];
    for line in fonts::lines(text, Font::Heading, HEADING, COLUMN) {
        all.push(Block::Line { text: line, font: Font::Heading, size: HEADING, indent: 0.0, bullet: false });
    }
    // Room for a few lines below it, so that no heading ends a column.
    all.push(Block::Space(2.0));
    blocks.push(Block::Together(all));
}

fn paragraph(text: &str, depth: usize, bullet: bool, blocks: &mut Vec<Block>) {
    let indent = 10.0 * depth as f32 + if bullet { 9.0 } else { 0.0 };
    for (i, line) in fonts::lines(text, Font::Text, TEXT, COLUMN - indent).into_iter().enumerate() {
        blocks.push(Block::Line {
            text: line,
            font: Font::Text,
            size: TEXT,
            indent,
            bullet: bullet && i == 0,
        });
    }
    blocks.push(Block::Space(1.5));
}

/// Sentences in a row make a paragraph; one with a list ends it.
fn sentences(all: &[Sentence], blocks: &mut Vec<Block>) {
    let mut row: Vec<&str> = Vec::new();
    for sentence in all {
        row.push(&sentence.text);
        if !sentence.list.is_empty() || !sentence.more.is_empty() {
            paragraph(&row.join(" "), 0, false, blocks);
            row.clear();
            bullets(&sentence.list, 0, blocks);
            for more in &sentence.more {
                paragraph(&more.text, 0, false, blocks);
                bullets(&more.list, 0, blocks);
                bullets(&more.more, 0, blocks);
            }
        }
    }
    if !row.is_empty() {
        paragraph(&row.join(" "), 0, false, blocks);
    }
}

fn bullets(all: &[Sentence], depth: usize, blocks: &mut Vec<Block>) {
    for sentence in all {
        paragraph(&sentence.text, depth, true, blocks);
        bullets(&sentence.list, depth + 1, blocks);
        for more in &sentence.more {
            paragraph(&more.text, depth + 1, false, blocks);
            bullets(&more.list, depth + 1, blocks);
            bullets(&more.more, depth + 1, blocks);
        }
    }
}

fn convert(svg: &str, pictures: &mut Vec<Picture>) -> Result<usize, PdfError> {
    let tree = svg2pdf::usvg::Tree::from_str(svg, &svg2pdf::usvg::Options::default())
        .map_err(|e| PdfError(e.to_string()))?;
    let ratio = tree.size().height() / tree.size().width();
    let (chunk, root) = svg2pdf::to_chunk(&tree, svg2pdf::ConversionOptions::default())
        .map_err(|e| PdfError(e.to_string()))?;
    pictures.push(Picture { chunk, root, ratio });
    Ok(pictures.len() - 1)
}

fn figure_block(figure: &Figure, pictures: &mut Vec<Picture>) -> Result<Block, PdfError> {
    let many = figure.pictures.len().max(1) as f32;
    let room = if many > 1.0 { (COLUMN - 8.0) / many } else { COLUMN * 0.78 };
    let mut placed = Vec::new();
    for svg in &figure.pictures {
        let picture = convert(svg, pictures)?;
        let ratio = pictures[picture].ratio;
        let width = room.min(PICTURE / ratio.max(0.01));
        placed.push(Placed { picture, width, height: width * ratio });
    }
    let mut all = vec![Block::Space(5.0), Block::Pictures(placed)];
    for line in fonts::lines(&figure.caption, Font::Slanted, CAPTION, COLUMN) {
        all.push(Block::Line { text: line, font: Font::Slanted, size: CAPTION, indent: 0.0, bullet: false });
    }
    all.push(Block::Space(5.0));
    Ok(Block::Together(all))
}

/// A page in the making: what is drawn, and which pictures.
struct Page {
    content: Content,
    used: Vec<usize>,
}

struct Pages {
    done: Vec<Page>,
    page: Page,
    column: usize,
    y: f32,
    top: f32,
}

impl Page {
    fn new() -> Page {
        Page { content: Content::new(), used: Vec::new() }
    }

    fn text(&mut self, text: &[u8], font: Font, size: f32, x: f32, y: f32) {
        let name = match font {
            Font::Text => Name(b"T"),
            Font::Slanted => Name(b"S"),
            Font::Heading => Name(b"H"),
        };
        self.content.begin_text().set_font(name, size).next_line(x, y).show(Str(text)).end_text();
    }

    fn picture(&mut self, picture: usize, x: f32, y: f32, width: f32, height: f32) {
        self.used.push(picture);
        let name = format!("P{picture}");
        self.content.save_state();
        self.content.transform([width, 0.0, 0.0, height, x, y]);
        self.content.x_object(Name(name.as_bytes()));
        self.content.restore_state();
    }
}

impl Pages {
    fn new(title: &str) -> Pages {
        let mut page = Page::new();
        let top = PAGE.1 - MARGIN - TITLE * 1.6;
        page.text(&fonts::encode(title), Font::Heading, TITLE, MARGIN, PAGE.1 - MARGIN - TITLE);
        Pages { done: Vec::new(), page, column: 0, y: top, top }
    }

    fn next_column(&mut self) {
        if self.column == 0 {
            self.column = 1;
        } else {
            self.column = 0;
            self.done.push(std::mem::replace(&mut self.page, Page::new()));
            self.top = PAGE.1 - MARGIN;
        }
        self.y = self.top;
    }

    fn put(&mut self, block: Block) {
        // A heading wants two lines of text under it.
        let wanted = match &block {
            Block::Together(all) if !all.iter().any(|b| matches!(b, Block::Pictures(_))) => {
                block.height() + 3.0 * TEXT
            }
            Block::Together(_) | Block::Line { .. } | Block::Space(_) | Block::Pictures(_) => block.height(),
        };
        if self.y - wanted < MARGIN && self.y < self.top {
            self.next_column();
        }
        let x = MARGIN + self.column as f32 * (COLUMN + GAP);
        self.draw(block, x);
    }

    fn draw(&mut self, block: Block, x: f32) {
        let height = block.height();
        match block {
            Block::Line { text, font, size, indent, bullet } => {
                let baseline = self.y - size;
                if bullet {
                    self.page.text(b"\x95", font, size, x + indent - 8.0, baseline);
                }
                self.page.text(&text, font, size, x + indent, baseline);
                self.y -= height;
            }
            Block::Space(_) => self.y -= height,
            Block::Pictures(all) => {
                let whole: f32 = all.iter().map(|p| p.width).sum::<f32>() + 8.0 * (all.len() as f32 - 1.0);
                let mut left = x + ((COLUMN - whole) / 2.0).max(0.0);
                for p in all {
                    self.page.picture(p.picture, left, self.y - p.height, p.width, p.height);
                    left += p.width + 8.0;
                }
                self.y -= height;
            }
            Block::Together(all) => {
                for block in all {
                    self.draw(block, x);
                }
            }
        }
    }

    fn finish(mut self) -> Vec<Page> {
        self.done.push(self.page);
        self.done
    }
}

/// The board on a page of its own, and the pieces, two centimetres wide.
fn cut_pages(cut: &crate::Cutouts, pictures: &mut Vec<Picture>) -> Result<Vec<Page>, PdfError> {
    let mut page = Page::new();
    let board = convert(&cut.board, pictures)?;
    let ratio = pictures[board].ratio;
    let width = (PAGE.0 - 2.0 * MARGIN).min((PAGE.1 - 2.0 * MARGIN) / ratio.max(0.01));
    page.picture(board, (PAGE.0 - width) / 2.0, (PAGE.1 - width * ratio) / 2.0, width, width * ratio);
    let mut pages = vec![page];
    let side = 2.0 * CENTIMETRE;
    let across = ((PAGE.0 - 2.0 * MARGIN) / side) as usize;
    let down = ((PAGE.1 - 2.0 * MARGIN) / side) as usize;
    let mut place = 0;
    for (svg, count) in &cut.pieces {
        let picture = convert(svg, pictures)?;
        for _ in 0..*count {
            if place % (across * down) == 0 {
                pages.push(Page::new());
            }
            let here = place % (across * down);
            let (x, y) = ((here % across) as f32 * side, (here / across) as f32 * side);
            if let Some(page) = pages.last_mut() {
                page.picture(picture, MARGIN + x, PAGE.1 - MARGIN - y - side, side * 0.94, side * 0.94);
            }
            place += 1;
        }
    }
    Ok(pages)
}

/// The file: fonts, pictures, pages.
fn write(title: &str, pages: Vec<Page>, pictures: Vec<Picture>) -> Vec<u8> {
    let mut next = 1;
    let mut fresh = || {
        next += 1;
        Ref::new(next - 1)
    };
    let (catalog, tree, info) = (fresh(), fresh(), fresh());
    let faces = [(Font::Text, "T", fresh()), (Font::Slanted, "S", fresh()), (Font::Heading, "H", fresh())];
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(pdf_writer::TextStr(title)).producer(pdf_writer::TextStr("Ludarium"));
    for (font, _, at) in faces {
        pdf.type1_font(at)
            .base_font(Name(font.name().as_bytes()))
            .encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let mut roots = Vec::new();
    for picture in pictures {
        let mut known: HashMap<Ref, Ref> = HashMap::new();
        let chunk = picture.chunk.renumber(|old| *known.entry(old).or_insert_with(&mut fresh));
        roots.push(known[&picture.root]);
        pdf.extend(&chunk);
    }
    let refs: Vec<(Ref, Ref)> = pages.iter().map(|_| (fresh(), fresh())).collect();
    pdf.pages(tree).kids(refs.iter().map(|(page, _)| *page)).count(refs.len() as i32);
    for (page, (at, content)) in pages.into_iter().zip(refs) {
        let mut object = pdf.page(at);
        object.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1)).parent(tree).contents(content);
        let mut resources = object.resources();
        let mut fonts = resources.fonts();
        for (_, name, font) in faces {
            fonts.pair(Name(name.as_bytes()), font);
        }
        fonts.finish();
        let mut objects = resources.x_objects();
        let mut used = page.used.clone();
        used.sort_unstable();
        used.dedup();
        for picture in used {
            objects.pair(Name(format!("P{picture}").as_bytes()), roots[picture]);
        }
        objects.finish();
        resources.finish();
        object.finish();
        pdf.stream(content, &page.content.finish());
    }
    pdf.finish()
}
