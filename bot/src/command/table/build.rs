//! What entries of the table are built of.

use super::super::spec::{
    AutoVerb, Body, Entry, Kind, LobbyVerb, OptionSpec, PlanVerb, RefVerb, ShowVerb, Spec,
};
use super::super::template::Template;

pub(super) const fn must(name: &'static str, about: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec {
        name,
        about,
        kind,
        required: true,
        suggests: matches!(kind, Kind::Text | Kind::Integer(..)),
    }
}

pub(super) const fn may(name: &'static str, about: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec {
        required: false,
        ..must(name, about, kind)
    }
}

/// An option for which nothing is suggested.
pub(super) const fn mute(option: OptionSpec) -> OptionSpec {
    OptionSpec {
        suggests: false,
        ..option
    }
}

pub(super) const SUM: Kind = Kind::Integer(0, 1_000_000);
pub(super) const COUNT: Kind = Kind::Integer(0, 255);
pub(super) const TITLE: OptionSpec = may(
    "title",
    "Which title; the channel's by default",
    Kind::Title,
);

/// Which page of a long answer.
pub(super) const PAGE: OptionSpec = mute(may("page", "Which page", Kind::Integer(1, 999)));

pub(super) const fn verb(
    path: &'static str,
    about: &'static str,
    template: &'static str,
    options: &'static [OptionSpec],
) -> Entry {
    Entry::Single(Spec {
        path,
        about,
        options,
        body: Body::Move(Template(template)),
    })
}

pub(super) const fn lobby(
    path: &'static str,
    about: &'static str,
    verb: LobbyVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Lobby(verb),
    }
}

pub(super) const fn plan(
    path: &'static str,
    about: &'static str,
    verb: PlanVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Plan(verb),
    }
}

pub(super) const fn auto(
    path: &'static str,
    about: &'static str,
    verb: AutoVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Auto(verb),
    }
}

pub(super) const fn show(
    path: &'static str,
    about: &'static str,
    verb: ShowVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Show(verb),
    }
}

pub(super) const fn look(
    path: &'static str,
    about: &'static str,
    verb: RefVerb,
    options: &'static [OptionSpec],
) -> Spec {
    Spec {
        path,
        about,
        options,
        body: Body::Ref(verb),
    }
}
