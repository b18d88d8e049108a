//! The little markup that our own texts use (`code`, *emphasis*, **strong**, paragraphs, lists) as HTML. Everything else is escaped.

use askama::filters::Html;

fn escape(text: &str) -> String {
    askama::filters::escape(text, Html).map(|e| e.to_string()).unwrap_or_default()
}

/// Text with *emphasis*; a star alone is a star.
fn emphasised(text: &str) -> String {
    let parts: Vec<&str> = text.split('*').collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let words = |(i, part): (usize, &&str)| {
        let part = escape(part);
        if i % 2 == 1 { format!("<em>{part}</em>") } else { part }
    };
    parts.iter().enumerate().map(words).collect()
}

/// One line: `code`, *emphasis* and **strong**.
pub fn inline(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('`').enumerate() {
        if i % 2 == 1 {
            out += &format!("<code>{}</code>", escape(part));
            continue;
        }
        for (k, part) in part.split("**").enumerate() {
            let words = emphasised(part);
            out += &if k % 2 == 1 { format!("<strong>{words}</strong>") } else { words };
        }
    }
    out
}

/// Paragraphs, headings and lists of one level.
pub fn blocks(text: &str) -> String {
    let mut out = String::new();
    for block in text.split("\n\n").map(str::trim).filter(|b| !b.is_empty()) {
        if let Some(heading) = block.strip_prefix('#') {
            out += &format!("<h3>{}</h3>", inline(heading.trim_start_matches('#').trim()));
        } else if block.starts_with("- ") || block.starts_with("* ") {
            let mut items: Vec<String> = Vec::new();
            for line in block.lines() {
                match line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
                    Some(item) => items.push(item.trim().to_owned()),
                    None => {
                        if let Some(last) = items.last_mut() {
                            last.push(' ');
                            last.push_str(line.trim());
                        }
                    }
                }
            }
            let items: String = items.iter().map(|i| format!("<li>{}</li>", inline(i))).collect();
            out += &format!("<ul>{items}</ul>");
        } else {
            let line = block.lines().map(str::trim).collect::<Vec<_>>().join(" ");
            out += &format!("<p>{}</p>", inline(&line));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_marks_become_markup() {
        assert_eq!(inline("*a* 2 * 3"), "*a* 2 * 3");
        assert_eq!(inline("*a* **b** c"), "<em>a</em> <strong>b</strong> c");
        assert_eq!(inline("a `b<` **c** <i>"), "a <code>b&#60;</code> <strong>c</strong> &#60;i&#62;");
        assert_eq!(
            blocks("- **One**: a\n  b\n- two"),
            "<ul><li><strong>One</strong>: a b</li><li>two</li></ul>"
        );
    }
}
