"""Where people meet Sapper. Interfaces show and ask; they decide nothing."""
