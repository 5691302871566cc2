# glmmTMB: maximum likelihood by Laplace's approximation. usage: Rscript glmmTMB.R FILE gaussian|bernoulli FOLDER
args <- commandArgs(TRUE)
suppressMessages(suppressWarnings(library(glmmTMB)))
d <- read.csv(args[1], colClasses = c(item = "character", labeler = "character", label = "numeric"))
m <- glmmTMB(label ~ 1 + (1 | item) + (1 | labeler), d, if (args[2] == "gaussian") gaussian() else binomial(),
             REML = args[2] == "gaussian")
v <- VarCorr(m)$cond
p <- data.frame(mu = fixef(m)$cond[[1]], sd_item = attr(v$item, "stddev")[[1]],
                sd_labeler = attr(v$labeler, "stddev")[[1]])
if (args[2] == "gaussian") p$sd_residual <- sigma(m)
write.csv(p, file.path(args[3], "point.csv"), row.names = FALSE)
