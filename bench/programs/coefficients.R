print_coefficients <- function(command, s) cat("")
