//! The little HTML that pages need: escaping, the frame, the colours. Knows nothing of games.

/// Text as HTML shows it.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A whole page that needs no other file.
pub fn frame(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{}{}</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title),
        PAGE_STYLE,
        STYLE
    )
}

pub const PAGE_STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6575; --paper: #fdfdfb; --line: #d9dce2; --link: #1f5fa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ec; --soft: #a2abb9; --paper: #15181d; --line: #353c47; --link: #8db9f0; } }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .2rem 0 .4rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
a { color: var(--link); } .soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; } th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } td.n { white-space: nowrap; }
code, pre { font: .85em/1.5 ui-monospace, monospace; } pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line); border-radius: 6px; }
.wide { overflow-x: auto; } summary { cursor: pointer; }
";

/// The colours of origins; also for pages that have a frame of their own.
pub const STYLE: &str = "\
.told .s { border-radius: 3px; padding: .08em .12em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.told sup, .legend sup { font-size: .68em; line-height: 0; margin: 0 .1em; opacity: .8; }
.told ul { margin: .2rem 0 .6rem; padding-left: 1.3rem; } .told li { margin: .2rem 0; } .told p { margin: .3rem 0 .7rem; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem .6rem; font-size: .88rem; } .legend li { padding: .1rem .55rem; border-radius: 4px; }
.o-stated { background: #d7efd9; } .o-written { background: #e7f0e2; } .o-choice { background: #f0e9d8; } .o-brought { background: #e6e3ef; }
.o-default { background: transparent; border: 1px dashed #98a1ad; }
.o-d0 { background: #d6e6fb; } .o-d1 { background: #fbdcd3; } .o-d2 { background: #f9e7b9; } .o-d3 { background: #e9d9f7; } .o-d4 { background: #cfeeee; } .o-d5 { background: #f6d7e8; }
@media (prefers-color-scheme: dark) {
.o-stated { background: #1f4a2a; } .o-written { background: #2b3f2a; } .o-choice { background: #463d22; } .o-brought { background: #37324a; } .o-default { border-color: #6a7480; }
.o-d0 { background: #1f3f66; } .o-d1 { background: #5c2c20; } .o-d2 { background: #554410; } .o-d3 { background: #44295f; } .o-d4 { background: #155050; } .o-d5 { background: #5a2344; } }
figure.board { max-width: 22rem; margin: 1rem 0; } figure.board svg { width: 100%; height: auto; }
meter { width: 6rem; height: .8rem; vertical-align: middle; }
";
