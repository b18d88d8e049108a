//! The tutorial, the guide (Help) and the documents that they lead to as web pages, from the very files of `docs/`. Beside a lesson
//! stands the editor with one of its listings; reading needs no script.

use super::{not_found, render};
use crate::language::highlight;
use askama::Template;
use askama::filters::Html;
use axum::extract::{Path, Query};
use axum::http::Uri;
use axum::response::{Redirect, Response};
use ludarium_learn::blocks::{Kind, kind};
use ludarium_learn::guide;
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
    render(&TextPage { title: "Learn".to_owned(), body: as_html("tutorial/README.md", INDEX, None) })
}

/// The tutorial stood under `/learn` once.
pub async fn moved(asked: Uri) -> Redirect {
    let rest = asked.path_and_query().map_or("", |a| a.as_str()).strip_prefix("/learn").unwrap_or_default();
    Redirect::permanent(&format!("/tutorials{rest}"))
}

/// Help: the guide.
pub async fn help() -> Response {
    render(&TextPage { title: "Help".to_owned(), body: as_html(guide::INDEX.file, guide::INDEX.text, None) })
}

pub async fn help_page(Path(name): Path<String>) -> Response {
    let Some(page) = guide::page(&name) else { return not_found().await };
    render(&TextPage { title: page.title().to_owned(), body: as_html(page.file, page.text, None) })
}

pub async fn page(Path(name): Path<String>, Query(question): Query<LessonQuestion>) -> Response {
    if name == "devices" {
        return render(&TextPage {
            title: "Devices".to_owned(),
            body: as_html("language/devices.md", DEVICES, None),
        });
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
        body: as_html(&file_of(found), found.text, Some(found.number)),
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

fn file_of(lesson: &Lesson) -> String {
    format!("tutorial/{}", lesson.file)
}

/// A file below `docs` as HTML; in a lesson each listing can be opened. Markup inside the Markdown is left out: our files have
/// only remarks. So are pictures and links to files that the portal does not show.
fn as_html(file: &str, text: &str, number: Option<usize>) -> String {
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut block: Option<(Kind, String)> = None;
    let mut listings = 0;
    // Of each open link: does it lead anywhere?
    let mut links: Vec<bool> = Vec::new();
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
                let leads = address(file, &dest_url);
                links.push(leads.is_some());
                if let Some(leads) = leads {
                    let dest_url = CowStr::from(leads);
                    events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
            }
            Event::End(TagEnd::Link) => {
                if links.pop() == Some(true) {
                    events.push(event);
                }
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Html(_) | Event::InlineHtml(_) => {}
            other => events.push(other),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out
}

/// Where a link of a file below `docs` leads on the web; nothing if the portal does not show what it leads to.
fn address(file: &str, link: &str) -> Option<String> {
    let Some(target) = guide::linked(file, link) else {
        // An address, a place on the same page, or a file outside of `docs`.
        let elsewhere = link.contains("://") || link.starts_with(['/', '#']);
        return elsewhere.then(|| link.to_owned());
    };
    if let Some(lesson) = lessons().iter().find(|lesson| file_of(lesson) == target) {
        return Some(format!("/tutorials/{}", lesson.number));
    }
    if let Some(page) = guide::pages().iter().find(|page| page.file == target) {
        return Some(format!("/help/{}", page.name));
    }
    match target.as_str() {
        "tutorial/README.md" => Some("/tutorials".to_owned()),
        "language/devices.md" => Some("/tutorials/devices".to_owned()),
        "guide/README.md" => Some("/help".to_owned()),
        _ => target.starts_with("language/").then(|| "/ludemes".to_owned()),
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
                    "<figcaption>Listing {listing}{what} <a href=\"/tutorials/{number}?listing={listing}#listing-{listing}\">Put it beside</a> \
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
    fn links_between_our_files_lead_to_pages() {
        let lessons = lessons().iter().map(|l| (file_of(l), l.text, Some(l.number)));
        let guide = guide::pages().iter().chain([&guide::INDEX]).map(|p| (p.file.to_owned(), p.text, None));
        let others = [("tutorial/README.md", INDEX), ("language/devices.md", DEVICES)];
        let others = others.map(|(file, text)| (file.to_owned(), text, None));
        for (file, text, number) in lessons.chain(guide).chain(others) {
            let html = as_html(&file, text, number);
            assert!(!html.contains(".md\""), "{file} has a link to a file");
            assert!(!html.contains("<!--"));
        }
    }

    #[test]
    fn a_link_to_what_is_not_shown_is_only_text() {
        let html = as_html("portal.md", "[a picture](portal/games.png) and [speed](performance.md)", None);
        assert_eq!(html, "<p>a picture and <a href=\"/help/performance\">speed</a></p>\n");
    }

    #[test]
    fn every_listing_can_be_opened() {
        for found in lessons() {
            let html = as_html(&file_of(found), found.text, Some(found.number));
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
