# Stan, effects non-centred. usage: Rscript stan.R FILE gaussian|bernoulli FOLDER
# CHAINS=4x1000 says how many chains, and draws of each after as many for warm-up. What compiling took is in compiled.txt.
args <- commandArgs(TRUE)
suppressMessages(library(rstan))
rstan_options(boost_lib = "/usr/include") # where Debian has it
d <- read.csv(args[1], colClasses = c(item = "character", labeler = "character", label = "numeric"))
gaussian_labels <- args[2] == "gaussian"
scale <- if (gaussian_labels) c(mean(d$label), sd(d$label)) else c(0, 1)
code <- sprintf("
data { int N; int J; int L; int item[N]; int labeler[N]; %s }
parameters { real mu; real<lower=0> sd_item; real<lower=0> sd_labeler; %s vector[J] a; vector[L] b; }
model {
  vector[N] theta = mu + sd_item * a[item] + sd_labeler * b[labeler];
  mu ~ student_t(3, 0, 2.5); sd_item ~ student_t(3, 0, 2.5); sd_labeler ~ student_t(3, 0, %s);
  a ~ std_normal(); b ~ std_normal();
  %s
}", if (gaussian_labels) "vector[N] y;" else "int y[N];", if (gaussian_labels) "real<lower=0> sd_residual;" else "",
  if (gaussian_labels) "1" else "2.5",
  if (gaussian_labels) "sd_residual ~ student_t(3, 0, 2.5); y ~ normal(theta, sd_residual);" else
    "y ~ bernoulli_logit(theta);")
took <- system.time(model <- stan_model(model_code = code))
writeLines(format(sum(took[c("user.self", "sys.self", "user.child", "sys.child")])), file.path(args[3], "compiled.txt"))
items <- unique(d$item)
labelers <- unique(d$labeler)
data <- list(N = nrow(d), J = length(items), L = length(labelers), item = match(d$item, items),
             labeler = match(d$labeler, labelers),
             y = if (gaussian_labels) (d$label - scale[1]) / scale[2] else as.integer(d$label))
size <- as.integer(strsplit(Sys.getenv("CHAINS", "4x1000"), "x")[[1]])
names <- c("mu", "sd_item", "sd_labeler", if (gaussian_labels) "sd_residual")
for (chain in seq_len(size[1])) {
  m <- sampling(model, data, chains = 1, chain_id = chain, iter = 2 * size[2], seed = 1, refresh = 0, pars = names)
  x <- as.data.frame(extract(m, names, permuted = FALSE)[, 1, ]) * scale[2]
  x$mu <- x$mu + scale[1]
  write.csv(x, file.path(args[3], sprintf("chain-%d.csv", chain)), row.names = FALSE)
}
