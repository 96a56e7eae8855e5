"""The laboratory: experiments that anyone can repeat, with error bars, on any number of cores."""
