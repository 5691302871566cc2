# The model of this package in Stan: writes means, standard deviations and Monte Carlo errors of stan.json.
# usage: Rscript stan.R FILE.csv OUT.json, the columns item, labeler and label being numbers from 1, and label 1 the
# reference. stan.json is of the labels of TestStanHasTheSamePosterior.
suppressMessages({library(rstan); library(posterior)})
args <- commandArgs(TRUE)
d <- read.csv(args[1])
code <- '
functions {
 // log odds of contrasts
 vector odds(vector x) { int n = num_elements(x); return (x + (sqrt(n + 1.0) - 1) / n * sum(x)) / sqrt(2.0); }
 // standard deviations given LKJ(1) correlations: Wishart with n + 1 degrees of freedom, less its size, which is t(3)
 real alike_lpdf(vector s) { int n = num_elements(s); real tau = sqrt(dot_self(s) / n);
  return -2 * log1p(square(tau / 2.5) / 3) + log(tau) - n * (n + 1.0) * log(tau) + n * sum(log(s)); }
}
data { int N; int J; int L; int C; int item[N]; int lab[N]; int y[N]; }
parameters { vector[C - 1] mu; vector<lower=0>[C - 1] si; vector<lower=0>[C - 1] sl; cholesky_factor_corr[C - 1] Li; cholesky_factor_corr[C - 1] Ll; matrix[C-1,J] zi; matrix[C-1,L] zl; }
model { matrix[C-1,J] b = diag_pre_multiply(si, Li)*zi; matrix[C-1,L] a = diag_pre_multiply(sl, Ll)*zl;
 mu ~ multi_student_t(3, rep_vector(0, C - 1), diag_matrix(rep_vector(6.25, C - 1)));
 si ~ alike(); sl ~ alike(); Li ~ lkj_corr_cholesky(1); Ll ~ lkj_corr_cholesky(1);
 to_vector(zi) ~ std_normal(); to_vector(zl) ~ std_normal();
 for (n in 1:N) y[n] ~ categorical_logit(append_row(0, odds(mu + b[,item[n]] + a[,lab[n]]))); }
generated quantities { matrix[C-1,C - 1] Ri = multiply_lower_tri_self_transpose(Li); matrix[C-1,C - 1] Rl = multiply_lower_tri_self_transpose(Ll); }'
dat <- list(N = nrow(d), J = max(d$item), L = max(d$labeler), C = max(d$label), item = d$item, lab = d$labeler, y = d$label)
fit <- stan(model_code = code, data = dat, chains = 4, cores = 2, warmup = 500, iter = 1500,
            seed = 1, pars = c("mu", "si", "sl", "Ri", "Rl"))
s <- summarise_draws(as_draws_array(fit), mean, sd, mcse_mean)
writeLines(jsonlite::toJSON(s, digits = 8), args[2])
