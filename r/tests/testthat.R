library(testthat)
library(concord)

test_check("concord")
