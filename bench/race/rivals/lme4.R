# lme4: maximum likelihood (REML for numbers). usage: Rscript lme4.R FILE gaussian|bernoulli FOLDER
args <- commandArgs(TRUE)
suppressMessages(library(lme4))
d <- read.csv(args[1], colClasses = c(item = "character", labeler = "character", label = "numeric"))
formula <- label ~ 1 + (1 | item) + (1 | labeler)
m <- if (args[2] == "gaussian") lmer(formula, d) else glmer(formula, d, binomial)
v <- as.data.frame(VarCorr(m))
sd <- function(of) v$sdcor[v$grp == of]
p <- data.frame(mu = fixef(m)[[1]], sd_item = sd("item"), sd_labeler = sd("labeler"))
if (args[2] == "gaussian") p$sd_residual <- sigma(m)
write.csv(p, file.path(args[3], "point.csv"), row.names = FALSE)
