//! The table keeps to Discord's limits, and its templates to its options.

use super::table::all;
use super::{Body, Entry, TABLE};

/// Discord's limits on commands.
#[test]
fn the_table_keeps_to_the_limits() {
    let name_fits = |name: &str| {
        (1..=32).contains(&name.len())
            && name
                .chars()
                .all(|char| char.is_ascii_lowercase() || char == '-')
    };
    for entry in TABLE {
        let (name, about, specs) = match entry {
            Entry::Single(spec) => (spec.path, spec.about, std::slice::from_ref(spec)),
            Entry::Group(name, about, specs) => (*name, *about, *specs),
        };
        assert!(name_fits(name), "{name}");
        assert!((1..=100).contains(&about.len()), "{name}");
        assert!((1..=25).contains(&specs.len()), "{name}");
        for spec in specs {
            assert!(name_fits(spec.name()), "{}", spec.path);
            assert!((1..=100).contains(&spec.about.len()), "{}", spec.path);
            assert!(spec.options.len() <= 25);
            let mut optional = false;
            for option in spec.options {
                assert!(name_fits(option.name), "{}", option.name);
                assert!((1..=100).contains(&option.about.len()), "{}", option.name);
                assert!(!(option.required && optional), "required after optional");
                optional |= !option.required;
            }
        }
    }
    let mut paths: Vec<&str> = all().map(|spec| spec.path).collect();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths.len(), all().count());
}

#[test]
fn templates_name_only_options_of_their_command() {
    for spec in all() {
        if let Body::Move(template) = spec.body {
            for name in template.names() {
                assert!(spec.option(name).is_some(), "{}: {name}", spec.path);
            }
            assert_eq!(template.names().len(), spec.options.len(), "{}", spec.path);
        }
    }
}
