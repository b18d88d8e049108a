//! The tutorial and the page of devices as web pages, from the very files of `docs/`. Beside a lesson stands the editor
//! with one of its listings; reading needs no script.

use super::{not_found, render};
use crate::language::highlight;
use askama::Template;
use askama::filters::Html;
use axum::extract::{Path, Query};
use axum::response::Response;
use ludarium_learn::blocks::{Kind, kind};
use ludarium_learn::lessons::{INDEX, Lesson, is_listing, lesson, lessons};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde::Deserialize;
use std::fmt::Write;

const DEVICES: &str = include_str!("../../../../docs/language/devices.md");

#[derive(Template)]
#[template(path = "learn.html")]
struct TextPage {
    title: String,
    body: String,
}

/// The editor with a lesson before it.
#[derive(Template)]
#[template(path = "lesson.html")]
struct LessonPage {
    title: String,
    body: String,
    before: Option<&'static Lesson>,
    after: Option<&'static Lesson>,
    text: String,
    from: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct LessonQuestion {
    listing: Option<usize>,
}

pub async fn index() -> Response {
    render(&TextPage { title: "Learn".to_owned(), body: as_html(INDEX, None) })
}

pub async fn page(Path(name): Path<String>, Query(question): Query<LessonQuestion>) -> Response {
    if name == "devices" {
        return render(&TextPage { title: "Devices".to_owned(), body: as_html(DEVICES, None) });
    }
    let found = name.parse::<usize>().ok().and_then(lesson);
    let Some(found) = found else { return not_found().await };
    let wanted = question.listing.unwrap_or(1);
    let (listing, text) = match found.listing(wanted) {
        Some(text) => (wanted, text),
        None => (1, found.listing(1).unwrap_or_default()),
    };
    render(&LessonPage {
        title: found.title().to_owned(),
        body: as_html(found.text, Some(found.number)),
        before: found.number.checked_sub(1).and_then(lesson),
        after: lesson(found.number + 1),
        text: text.to_owned(),
        from: name_of_listing(found.number, listing),
    })
}

/// A listing of a lesson with the name that an editor keeps it under.
pub fn listing(number: usize, listing: usize) -> Option<(String, String)> {
    let text = lesson(number)?.listing(listing)?;
    Some((text.to_owned(), name_of_listing(number, listing)))
}

fn name_of_listing(number: usize, listing: usize) -> String {
    format!("lesson {number}, listing {listing}")
}

fn escape(text: &str) -> String {
    askama::filters::escape(text, Html).map(|e| e.to_string()).unwrap_or_default()
}

/// Our Markdown as HTML; in a lesson each listing can be opened. Markup inside the Markdown is left out: our files have
/// only remarks.
fn as_html(text: &str, number: Option<usize>) -> String {
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut block: Option<(Kind, String)> = None;
    let mut listings = 0;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(fence)) => {
                let words = match fence {
                    CodeBlockKind::Fenced(words) => words.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                block = Some((kind(&words), String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let Some((kind, code)) = block.take() else { continue };
                listings += usize::from(is_listing(kind));
                events.push(Event::Html(CowStr::from(code_block(kind, &code, number, listings))));
            }
            Event::Text(code) if block.is_some() => {
                if let Some((_, text)) = &mut block {
                    *text += &code;
                }
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = CowStr::from(address(&dest_url));
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Html(_) | Event::InlineHtml(_) => {}
            other => events.push(other),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out
}

/// Where a link between our files leads on the web.
fn address(link: &str) -> String {
    if let Some(lesson) = lessons().iter().find(|lesson| lesson.file == link) {
        return format!("/learn/{}", lesson.number);
    }
    match link.strip_prefix("../language/").unwrap_or(link) {
        "devices.md" => "/learn/devices".to_owned(),
        "README.md" => "/ludemes".to_owned(),
        other => other.to_owned(),
    }
}

fn code_block(kind: Kind, code: &str, number: Option<usize>, listing: usize) -> String {
    let mut out = String::new();
    match kind {
        Kind::Game | Kind::Wrong => {
            let wrong = if kind == Kind::Wrong { " wrong" } else { "" };
            let _ = write!(out, "<figure class=\"listing{wrong}\" id=\"listing-{listing}\">");
            if let Some(number) = number {
                let what = if kind == Kind::Wrong { " (with a mistake)" } else { "" };
                let _ = write!(
                    out,
                    "<figcaption>Listing {listing}{what} <a href=\"/learn/{number}?listing={listing}#listing-{listing}\">Put it beside</a> \
                     <a class=\"below\" href=\"#editor\">Go to it</a> <a href=\"/editor?lesson={number}&amp;listing={listing}\">Open in the editor</a></figcaption>"
                );
            }
            let _ = write!(out, "<pre class=\"code\" tabindex=\"0\">{}</pre></figure>", highlight(code));
        }
        Kind::Part | Kind::Expanded => {
            let _ = write!(out, "<pre class=\"code part\" tabindex=\"0\">{}</pre>", highlight(code));
        }
        Kind::Message | Kind::Moves | Kind::Sites | Kind::Other => {
            let _ = write!(out, "<pre class=\"said\" tabindex=\"0\">{}</pre>", escape(code));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_between_lessons_leads_somewhere() {
        let pages =
            lessons().iter().map(|l| (l.text, Some(l.number))).chain([(INDEX, None), (DEVICES, None)]);
        for (text, number) in pages {
            let html = as_html(text, number);
            assert!(!html.contains(".md\""), "a link to a file: {html}");
            assert!(!html.contains("<!--"));
        }
    }

    #[test]
    fn every_listing_can_be_opened() {
        for found in lessons() {
            let html = as_html(found.text, Some(found.number));
            for place in 1..=found.listings().len() {
                assert!(html.contains(&format!("/editor?lesson={}&amp;listing={place}\"", found.number)));
                assert!(listing(found.number, place).is_some());
            }
            assert!(listing(found.number, found.listings().len() + 1).is_none());
        }
        assert!(
            listing(0, 1).is_none() && listing(1, 0).is_none() && listing(usize::MAX, usize::MAX).is_none()
        );
    }
}
