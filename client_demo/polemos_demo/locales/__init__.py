"""Every text for people, in every language, as Fluent files: one folder a language."""
