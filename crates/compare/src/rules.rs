//! Which rules of two descriptions differ, in English. The texts that tell the rules are laid side by side, section by
//! section; where they say the same and the descriptions still differ, the smallest clauses that differ are shown.

use ludarium_english::{Document, Sentence};
use ludarium_play::Game;
use ludarium_syntax::{Kind, NodeId, Tree};

/// A rule that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDifference {
    /// The section of the rules: `Setup`, `Moves` …
    pub section: String,
    /// What A says, and what B says; `None` where it says nothing of the kind.
    pub a: Option<String>,
    pub b: Option<String>,
}

/// A clause of A and the one of B that stands in its place, as written once definitions are worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseDifference {
    pub a: Option<String>,
    pub b: Option<String>,
}

/// What differs between the rules of two games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    pub differences: Vec<RuleDifference>,
    /// Clauses that differ although the English of both is the same.
    pub clauses: Vec<ClauseDifference>,
    /// The descriptions are the same, once definitions and options are worked out.
    pub identical: bool,
}

/// At most so many clauses are shown.
const MOST_CLAUSES: usize = 12;

/// Compares the rules of two games; nothing where a description was not kept.
pub fn compare_rules(a: &Game, b: &Game) -> Option<Rules> {
    let (one, other) = (a.rules()?, b.rules()?);
    let (tree_a, tree_b) = (&a.reading()?.expanded.game, &b.reading()?.expanded.game);
    let (root_a, root_b) = (*tree_a.roots.first()?, *tree_b.roots.first()?);
    let mut clauses = Vec::new();
    differing(tree_a, root_a, tree_b, root_b, &mut clauses);
    // The name of a game is no rule.
    clauses.retain(|pair: &(Option<NodeId>, Option<NodeId>)| {
        pair.0 != name_of(tree_a, root_a) || pair.1 != name_of(tree_b, root_b)
    });
    if clauses.is_empty() {
        return Some(Rules { identical: true, ..Rules::default() });
    }
    let differences = differences(&one, &other);
    let clauses = if differences.is_empty() {
        let printed = |tree: &Tree, node: Option<NodeId>| node.map(|node| tree.print(node));
        let both = clauses.iter().take(MOST_CLAUSES);
        both.map(|(x, y)| ClauseDifference { a: printed(tree_a, *x), b: printed(tree_b, *y) }).collect()
    } else {
        Vec::new()
    };
    Some(Rules { differences, clauses, identical: false })
}

fn name_of(tree: &Tree, root: NodeId) -> Option<NodeId> {
    tree.children(root).nth(1)
}

/// A line of the rules, with the line above it in the list that it belongs to.
struct Line {
    text: String,
    /// As lines are compared: the name of the game is not said.
    plain: String,
}

fn differences(a: &Document, b: &Document) -> Vec<RuleDifference> {
    let mut headings: Vec<&str> = a.sections.iter().map(|s| s.heading.as_str()).collect();
    for section in &b.sections {
        if !headings.contains(&section.heading.as_str()) {
            headings.push(&section.heading);
        }
    }
    let mut out = Vec::new();
    // A line that stands under another heading in the other text says nothing new.
    let everything = |document: &Document| -> Vec<String> {
        document.sections.iter().flat_map(|s| lines(&s.sentences, &document.title)).map(|l| l.plain).collect()
    };
    let (all_a, all_b) = (everything(a), everything(b));
    for heading in headings {
        let of = |document: &Document| -> Vec<Line> {
            let sections = document.sections.iter().filter(|s| s.heading == heading);
            sections.flat_map(|s| lines(&s.sentences, &document.title)).collect()
        };
        let (mine, theirs) = (of(a), of(b));
        align(heading, &mine, &theirs, &all_a, &all_b, &mut out);
    }
    out
}

fn lines(sentences: &[Sentence], title: &str) -> Vec<Line> {
    fn add(sentence: &Sentence, above: &str, title: &str, out: &mut Vec<Line>) {
        let own = sentence.text.trim();
        let text = if above.is_empty() { own.to_owned() } else { format!("{above} … {own}") };
        let said =
            |text: &str| if title.is_empty() { text.to_owned() } else { text.replace(title, "the game") };
        out.push(Line { plain: said(own).to_lowercase(), text: text.clone() });
        // One line of the list above is enough to understand an item.
        for below in &sentence.list {
            add(below, own, title, out);
        }
        for more in &sentence.more {
            add(more, above, title, out);
        }
    }
    let mut out = Vec::new();
    for sentence in sentences {
        add(sentence, "", title, &mut out);
    }
    out
}

/// The longest common row of lines; what lies between is told.
fn align(
    heading: &str,
    a: &[Line],
    b: &[Line],
    all_a: &[String],
    all_b: &[String],
    out: &mut Vec<RuleDifference>,
) {
    let (n, m) = (a.len(), b.len());
    let mut longest = vec![vec![0_usize; m + 1]; n + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            longest[i][j] = if a[i].plain == b[j].plain {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut gone, mut new): (Vec<&Line>, Vec<&Line>) = (Vec::new(), Vec::new());
    loop {
        let same = i < n && j < m && a[i].plain == b[j].plain;
        if same || (i == n && j == m) {
            tell(heading, &gone, &new, all_a, all_b, out);
            gone.clear();
            new.clear();
            if !same {
                return;
            }
            (i, j) = (i + 1, j + 1);
        } else if j == m || (i < n && longest[i + 1][j] >= longest[i][j + 1]) {
            gone.push(&a[i]);
            i += 1;
        } else {
            new.push(&b[j]);
            j += 1;
        }
    }
}

/// Lines between two that both have: each with the one that is most like it, if any is.
fn tell(
    heading: &str,
    gone: &[&Line],
    new: &[&Line],
    all_a: &[String],
    all_b: &[String],
    out: &mut Vec<RuleDifference>,
) {
    let gone: Vec<&Line> = gone.iter().copied().filter(|l| !all_b.contains(&l.plain)).collect();
    let mut new: Vec<&Line> = new.iter().copied().filter(|l| !all_a.contains(&l.plain)).collect();
    let section = if heading.is_empty() { "At the head".to_owned() } else { heading.to_owned() };
    for line in gone {
        let like = |other: &&Line| alike(&line.plain, &other.plain);
        let best = (0..new.len()).max_by(|&x, &y| like(&new[x]).total_cmp(&like(&new[y])));
        let partner = best.filter(|&i| like(&new[i]) >= 0.4).map(|i| new.remove(i));
        out.push(RuleDifference {
            section: section.clone(),
            a: Some(line.text.clone()),
            b: partner.map(|l| l.text.clone()),
        });
    }
    for line in new {
        out.push(RuleDifference { section: section.clone(), a: None, b: Some(line.text.clone()) });
    }
}

/// How many words two sentences share, from 0 to 1.
fn alike(a: &str, b: &str) -> f64 {
    let words = |text: &str| {
        let mut words: Vec<String> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let (a, mut b) = (words(a), words(b));
    let all = a.len() + b.len();
    let mut both = 0;
    for word in &a {
        if let Ok(i) = b.binary_search(word) {
            b.remove(i);
            both += 1;
        }
    }
    2.0 * f64::from(both) / all.max(1) as f64
}

/// The smallest clauses that differ. A loop, because trees may be deeper than the stack.
fn differing(
    a: &Tree,
    root_a: NodeId,
    b: &Tree,
    root_b: NodeId,
    out: &mut Vec<(Option<NodeId>, Option<NodeId>)>,
) {
    let mut open = vec![(root_a, root_b)];
    while let Some((x, y)) = open.pop() {
        let (one, other) = (a.node(x), b.node(y));
        if one.label != other.label || one.kind != other.kind {
            out.push((Some(x), Some(y)));
            continue;
        }
        match one.kind {
            Kind::Word(_) | Kind::Int(_) | Kind::Float(_) | Kind::Text(_) => continue,
            Kind::Call | Kind::Set | Kind::Fragment | Kind::Hole(_) => {}
        }
        let same_head = a.head(x) == b.head(y);
        if !same_head || (one.children.len() != other.children.len() && one.kind != Kind::Set) {
            if a.print(x) != b.print(y) {
                out.push((Some(x), Some(y)));
            }
            continue;
        }
        if one.children.len() == other.children.len() {
            open.extend(one.children.iter().copied().zip(other.children.iter().copied()).rev());
            continue;
        }
        // Sets: members that the other has not, in their order.
        let texts = |tree: &Tree, node: NodeId| -> Vec<String> {
            tree.children(node).map(|child| tree.print(child)).collect()
        };
        let (mine, theirs) = (texts(a, x), texts(b, y));
        let only = |tree: &Tree, node: NodeId, own: &[String], others: &[String]| -> Vec<NodeId> {
            let children = tree.children(node).zip(own);
            children.filter(|(_, text)| !others.contains(text)).map(|(child, _)| child).collect()
        };
        out.extend(only(a, x, &mine, &theirs).into_iter().map(|node| (Some(node), None)));
        out.extend(only(b, y, &theirs, &mine).into_iter().map(|node| (None, Some(node))));
    }
}
