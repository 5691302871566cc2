package explain

// The words, in the order in which a reader of a result meets them.
var groups = []Group{{"Labels", []Entry{
	{"item", []string{"items", "true score", "true scores"}, "what is labelled",
		"An item is what people label: an ad, a joke, an answer of a language model. An item has a true score: the " +
			"mean of the labels that it would get from unlimited people of the same kind."},
	{"labeler", []string{"labelers", "rater", "annotator", "people"}, "who labels",
		"A labeler gives labels to items. Labelers differ in level: some give higher labels than others on all " +
			"items. The model has an effect for each labeler, so it can separate level from noise."},
	{"group", []string{"study", "groups", "studies", "arm"}, "labels of one kind",
		"The labels of a group were collected in one way: by experts, by a crowd, with the new tool, by a language " +
			"model. Columns and JSON call a group a study; the flag is --group."},
	{"reference", nil, "the study that others are compared with",
		"The reference is the group whose true scores count, such as the experts. The others are compared with it. " +
			"It is the first group of the file unless --reference names another. Results do not depend on which of " +
			"the others comes first."},
}}, {"Reliability and error", []Entry{
	{"two labels of an item", []string{"two people agree", "same_label", "same_label_by_chance", "far_apart",
		"far_apart_by_chance", "label_difference", "label_difference_by_chance"},
		"how often two people agree, or how far their labels differ",
		"Labels of one item by two people: how often they are the same, how often two or more steps apart, and how " +
			"far numbers differ on average. Beside it is the same for labels of two different items: what chance " +
			"gives. If the two are near each other, labels say little of the item."},
	{"ICC", []string{"reliability", "icc(a,1)", "intraclass correlation", "irr",
		"inter-rater reliability"}, "reliability of one label",
		"The intraclass correlation (ICC) is the share of the variance of one label that the item explains: the " +
			"correlation of two labels of an item by different people. 1: all people give an item the same label. 0: " +
			"labels say nothing of the item. An ICC depends on the items: similar items have a lower ICC."},
	{"consistency", []string{"icc_consistency", "icc_fixed", "absolute agreement"},
		"reliability if the same labelers label all items",
		"ICC(2,1) = ICC(A,1) is about labelers of a population and absolute agreement: the ICC of this program. " +
			"ICC(3,1) = ICC(C,1) is about consistency: the levels of labelers do not count, because the same " +
			"labelers label all items. --icc consistency leads with it. --icc fixed has the absolute agreement of " +
			"these labelers alone (McGraw and Wong 1996, case 3). Items may lack labels."},
	{"reliability of a mean", []string{"icc(k)", "icc_k", "k-rater reliability", "k_rater", "labels_needed"},
		"ICC of the mean of k labels",
		"The mean of k labels of an item by different people is more reliable than one label: its ICC is k·ICC / " +
			"(1 + (k−1)·ICC) (Spearman and Brown 1910). The output also says how many labels have a mean with a " +
			"reliability of 0.8."},
	{"labeler ICC", nil, "share of the variance that the labeler explains",
		"The labeler ICC is the share of the variance of one label that the labeler explains. If it is above the " +
			"ICC, labels say more about labelers than about items."},
	{"ICC(2,1)", []string{"icc(1,1)", "icc(3,1)", "icc(c,1)", "icc(1)", "shrout and fleiss", "mcgraw and wong"},
		"names of intraclass correlations",
		"Shrout and Fleiss (1979) and McGraw and Wong (1996) name the same numbers. One label: ICC(1,1) = ICC(1) if " +
			"each item has labelers of its own; ICC(2,1) = ICC(A,1), absolute agreement; ICC(3,1) = ICC(C,1), " +
			"consistency, if a labeler who is higher on all items does no harm. " +
			"With k in place of 1: a mean of k labels."},
	{"SEM", []string{"standard error of measurement", "sem_agreement", "sem_consistency"},
		"how far a label is from its item's value",
		"The standard error of measurement (SEM) is the standard deviation of labels of one item about the item's " +
			"value, in the unit of the labels. Agreement is about another labeler each time, consistency about the " +
			"same labeler, whose level does no harm."},
	{"MDC", []string{"minimal detectable change", "smallest detectable change", "sdc", "mdc_agreement"},
		"the least difference that is more than error",
		"Two labels of an item that has not changed differ by less than the minimal detectable change with a " +
			"probability of 95%: 1.96·√2·SEM. A larger difference is probably a change of the item."},
	{"repeatability", []string{"s_r", "repeatability_sd", "repeatability limit", "intra-rater", "equipment variation"},
		"labels of an item by the same labeler",
		"Repeatability (s_r of ISO 5725) is the standard deviation of labels that one labeler gives an item again. " +
			"The repeatability limit is the difference of two of them that is exceeded in 5% of cases: 2.77·s_r."},
	{"reproducibility", []string{"reproducibility_sd", "reproducibility limit", "s_l", "gage r&r", "between labelers"},
		"labels of an item by different labelers",
		"Reproducibility (s_R of ISO 5725) is the standard deviation of labels of an item by different labelers: " +
			"√(s_L² + s_r²), with s_L for how labelers' own values of an item differ. In a gage study it is gage R&R."},
}}, {"Two groups", []Entry{
	{"agreement between groups", []string{"rho", "ρ", "normalized xcc", "validity"},
		"correlation of the true scores of two groups (ρ)",
		"Agreement between groups (ρ, normalized xCC) is the correlation of the items' true scores in two groups: " +
			"the agreement that remains if every item has unlimited labels in both groups. 1: the groups mean the " +
			"same. ρ does not depend on how many labels an item has, or how noisy one label is."},
	{"validity of a mean", []string{"ρ√icc(k)", "rho_k"}, "how closely a mean of k labels follows the reference",
		"ρ√ICC(k) is the correlation of the mean of k labels of a group with the true scores of the reference. More " +
			"labels bring it nearer to ρ, and never above."},
	{"xCC", []string{"cross-replication correlation"}, "correlation of one label of each group",
		"xCC is the correlation of one label of one group with one label of another group on the same item. " +
			"xCC = ρ √ICC₀ √ICC₁: noise of single labels lowers it below ρ."},
	{"kappa_x", []string{"κx", "cross-kappa"}, "xCC without a model",
		"Cross-kappa (κx) is the agreement of one label of each of two groups beyond chance (Wong, Paritosh and " +
			"Aroyo 2021). It needs no model. Unlike xCC it is lower if the groups' labels differ in level."},
	{"normalized kappa_x", []string{"normalized κx", "normalized_cross_kappa"}, "ρ without a model",
		"Normalized κx is κx divided by the root of the two groups' alphas. It measures the same as ρ without a " +
			"model, can be above 1, and has a wide interval if the alphas are small."},
}}, {"Without a model", []Entry{
	{"alpha", []string{"α", "krippendorff's alpha", "kripp_alpha", "iota"}, "ICC without a model",
		"Krippendorff's alpha (α) is the agreement of labels of an item beyond chance. It measures the same as the " +
			"ICC on the label scale without a model. Kappas and iota are its relatives: " +
			"docs/statistics/agreement.md compares them."},
	{"kappa", []string{"κ", "cohen", "fleiss", "scott", "conger", "gwet", "ac1",
		"brennan"}, "agreement beyond chance",
		"A kappa is the share of pairs of labels that agree, beyond what chance would give: (p − e) / (1 − e). " +
			"For the chance e Cohen and Conger take how often each person uses a category, Scott and Fleiss " +
			"how often everybody does, Brennan and Prediger the same for all categories. Gwet's AC stays high if " +
			"one category is rare. A kappa falls with rare categories: compare it only between similar items."},
	{"percent agreement", []string{"raw agreement"}, "how often two labels of an item agree",
		"The share of pairs of labels of an item that agree. Chance alone gives a high share if one category is " +
			"frequent, so read it with a kappa or the ICC."},
	{"Lin's CCC", []string{"ccc", "lin_ccc", "concordance", "kendall's w", "kendall_w"},
		"concordance of raters' numbers",
		"Lin's coefficient of concordance (CCC) falls if raters differ in level or in spread, which a correlation " +
			"does not. For complete data it is Conger's kappa with the quadratic distance. Kendall's W compares only " +
			"the ranks that raters give the items: 1 if all give the same ranks, near 0 if the ranks are unrelated."},
	{"two raters", []string{"pabak", "prevalence index", "bias index", "kappa_max", "maximum of kappa",
		"kappa_over_max"}, "what lowers the kappa of two raters",
		"Kappa is low if one category is rare (prevalence index) and cannot reach 1 if the raters use " +
			"categories unequally often (bias index, maximum of κ). PABAK leaves both out of account: it is " +
			"2p − 1 for a share p of agreement on two categories, and Brennan and Prediger's coefficient for more."},
	{"specific agreement", []string{"positive agreement", "negative agreement"},
		"agreement on one category",
		"If someone gave an item this category, specific agreement is the probability that another rater of the item " +
			"did so too. For yes and no these are positive and negative agreement. It does not allow for chance."},
	{"limits of agreement", []string{"bland–altman", "bland-altman", "lower_limit", "upper_limit", "loa"},
		"how far two labels of one item lie apart",
		"The difference of a label by one labeler, or of one group, and a label by another lies between the limits " +
			"of agreement in 95 of 100 items: the mean difference ± 1.96 standard deviations (Bland and Altman " +
			"1999). With --log they are ratios. Whether such differences matter, only you can say."},
	{"LOAM", []string{"limits of agreement with the mean", "mean_limit", "repeated_mean_limit"},
		"how far a label lies from its item's mean",
		"With three labelers or more, a label lies within ± the limit of agreement with the mean (LOAM) of the mean " +
			"of its item's labels in 95 of 100 cases (Christensen et al. 2020). Labelers count as drawn at random."},
	{"proportional bias", []string{"proportional_p", "spread_slope", "spread_p", "by_mean"},
		"whether differences change with the item",
		"Differences have a proportional bias if their mean grows or falls with the item's mean: its slope is not 0. " +
			"If their spread changes instead, one pair of limits does not fit all items, and --log may help. Labels " +
			"of one side that are noisier make a slope too."},
}}, {"What the model estimates", []Entry{
	{"degrees of freedom", []string{"df", "df_item", "item_df", "student", "items-are", "far items"},
		"how far some items lie from all others",
		"With --items-are t the true scores of items have Student's t distribution. The fewer its degrees of " +
			"freedom, the farther some items lie from all others: at 3 some are very far, from 30 on the " +
			"scores are nearly normal. They are estimated, and above 2, because only then scores have a variance."},
	{"discrimination", []string{"λ", "ω", "adrift", "slope of a labeler"}, "how closely a labeler follows the items",
		"A labeler's discrimination (λ) multiplies the items' effects in the labeler's labels: 1 for the average " +
			"labeler, 0 for labels at random, negative for a reversed scale. ω is its standard deviation between " +
			"labelers. fit labelers shows it, and --discrimination models it."},
	{"mean or rate", []string{"mean", "rate", "rate of labels", "positive"}, "the label that is to be expected",
		"The mean is that of a label that a random labeler of the group gives to a random item. If labels are 0 and " +
			"1, it is the rate of 1. Its interval is about other items and labelers of the same kind too, so it is " +
			"wider than one about these items only."},
	{"label scale", []string{"label", "probability scale"}, "the scale of the labels themselves",
		"Numbers on the label scale are about labels as people give them: 0 and 1, stars, points. This scale leads " +
			"in all output. Coefficients without a model are on it too. Do not compare its numbers with those of the " +
			"latent scale."},
	{"latent scale", []string{"latent"}, "the scale behind binary and ordered labels",
		"The model of binary or ordered labels has a continuous scale behind the labels. Parameters are on it. An " +
			"ICC on it does not depend on how rare positive labels are. Only --full and a folded section of the page " +
			"show it. Do not compare its numbers with those of the label scale."},
}}, {"How sure a number is", []Entry{
	{"credible interval", []string{"cri", "hdi", "interval"}, "where a number lies with 95% probability",
		"The number lies in its 95% credible interval with probability 95%, given the model, the prior and the " +
			"labels. The intervals hold for other items and other labelers of the same kind."},
	{"confidence interval", []string{"ci", "95% ci", "jackknife", "bootstrap"},
		"the interval of a coefficient without a model",
		"Coefficients without a model have confidence intervals (CI), by a jackknife unless --resample asks for a " +
			"bootstrap. 95% of such intervals hold the true value, where the method is exact. That is not the " +
			"probability of one interval, which a credible interval (CrI) has."},
	{"probability", []string{"p(> 0)", "belief", "significant", "significance"}, "how sure the labels make us",
		"A probability, such as 98.8%, is how sure the model is of a statement after it has seen the labels. It is " +
			"no p-value. Draws show nothing beyond 99.9%."},
	{"p", []string{"p-value", "tail probability", "ppc"}, "how surprising labels are under the model",
		"A p belongs to a check: how often studies replicated from the model have a statistic at least as far out as " +
			"the labels have. A small p speaks against the model. It is no probability that the model is true."},
	{"sample size", []string{"how many labels", "how many items", "power"}, "how many items and labels a study needs",
		"More labels of an item make its mean more reliable. More items make the ICC and ρ surer. fit plan pilot.csv " +
			"says how many labels an item needs, and fit plan --assume icc=0.5 how many items, without a pilot. " +
			"--power is about a judge."},
	{"prior", []string{"prior sensitivity", "the prior matters"}, "what the model assumes before it sees labels",
		"If another reasonable prior moves a number noticeably, the prior matters: the labels alone do not decide " +
			"the number. Take it for a range, or collect more labels. --full has the numbers under the other prior."},
	{"change", []string{"P(changed)", "trend", "change point", "new level"}, "whether a quantity changed over time",
		"For tasks in time, such as weeks, fit compares no change, a change along a line, one step to a new level, " +
			"and a level that wanders. It does so for the mean or rate and for reliability. P(changed) is the " +
			"probability of any of these changes, 50% beforehand. P(weeks differ) also counts weeks that differ in " +
			"no order. A small shift cannot be dated exactly: see the earliest and the latest week."},
	{"k-hat", []string{"k̂", "pareto k", "pareto k̂"}, "whether draws with weights can be trusted",
		"Weights let the draws of one fit stand for another: another prior, or labels left out (Vehtari et al. " +
			"2024). If k̂ is above 0.7 they cannot. The output says so, and such a number needs a fit of its own."},
	{"R-hat", []string{"r̂"}, "whether chains agree",
		"R̂ compares the chains of the sampler (Vehtari et al. 2021). Up to 1.01 they agree. Above 1.05 the output " +
			"has no verdict: run again with more draws, as the message says."},
	{"ESS", []string{"bulk-ess", "tail-ess", "effective sample size"}, "how many independent draws the draws are worth",
		"The effective sample size (ESS) is how many independent draws would show a number as precisely. 400 are " +
			"enough for an interval (Vehtari et al. 2021)."},
}}, {"Judges", []Entry{
	{"judge", []string{"judges"}, "who is compared with people",
		"A judge is a language model, an expert, a gold standard or any other source of labels that fit judge " +
			"compares with the people of one group."},
	{"gold standard", []string{"gold"}, "labels that count as right",
		"A gold standard is a group with one label of each item, such as an expert's. fit gold says how near groups " +
			"of people come to it."},
	{"sensitivity", []string{"specificity", "true-positive rate"}, "how often labels find positive items",
		"Sensitivity is the share of the items that are positive by the gold standard whose label is positive. " +
			"Specificity is the share of negative items whose label is negative."},
	{"validity r", []string{"r", "validity of a judge"}, "how closely one label follows people's true scores",
		"Validity r is the correlation of one label of a judge with people's true score of the item. The validity of " +
			"one label of a person is √ICC: that is the line to beat."},
	{"halo", []string{"halo effect"}, "whether a labeler's errors agree over criteria",
		"The halo is how the errors in one labeler's labels of an item correlate over criteria, the labeler's level " +
			"aside. An error is the part of a label that the true scores of the reference do not predict. 0: errors " +
			"have nothing in common. Near 1: a labeler who likes an item rates it high on everything."},
	{"correlation of true scores", []string{"disattenuated correlation"},
		"how two criteria go together beyond noise",
		"True scores on two criteria are the mean labels that unlimited people would give. Their correlation has " +
			"no noise and no halo in it, unlike the correlation of labels by two labelers (lower), or by one."},
	{"worth", []string{"worth in human labels"}, "how many labels of people one label of a judge replaces",
		"One label of a judge is worth k labels of people if the mean of k labels of people follows the true scores " +
			"as closely. Above 1 the judge is better than one random person. The number is a median."},
	{"bias", []string{"severity", "level"}, "how much higher the labels of a judge are",
		"Bias is by how much the labels of a judge are higher than people's on the same items. Validity does not " +
			"depend on bias: a judge can follow people's true scores closely and be too lenient."},
	{"shared errors", []string{"common_errors", "independent judges"},
		"whether judges err on the same items",
		"Judges that err on the same items are worth less together than the same number of independent judges. The " +
			"output says how many independent judges all of them are worth."},
}}, {"People, and labels of items", []Entry{
	{"leaning", []string{"leans high", "leans low"}, "how much higher a labeler's labels are",
		"Leaning is the mean of a labeler's labels less the mean of an average labeler's labels of the same items, " +
			"on the scale of the labels: 0.1 is 10 points of yes more. fit labelers shows it. With --covariate it " +
			"compares labels with the same covariates."},
	{"retrain", []string{"verdict on a labeler", "read", "fine", "too few labels", "careless", "drifts"},
		"how to deal with a labeler",
		"Retrain: with a probability above 95%, the labels barely follow the items, lean too far, or change too far " +
			"with a column of --slopes. Read: above 50%. Fine: the labels are 19 times as probable from somebody " +
			"who follows the items as from somebody who answers at random. All others have too few labels to say."},
	{"consensus", []string{"majority vote", "label of an item", "too close to say", "doubtful", "certain"},
		"the label of an item that all labels together support",
		"The consensus of an item is the label that unlimited people would most probably give most often, given " +
			"all labels and what the fit knows of the labelers. Of labels with an order it is their median " +
			"label, and of numbers the true score. fit consensus has the label of each item with its " +
			"probability: certain from 95% on, and too close to say if another label is at least half as probable."},
	{"Dawid-Skene", []string{"dawid–skene", "dawid and skene"}, "the label of an item without a prior",
		"Dawid and Skene's estimate (1979) gives each labeler a table of errors and finds the right labels by EM, " +
			"from the labels alone. It has no prior, so its probabilities are too high if items or labelers have few " +
			"labels."},
	{"expected share of wrong labels", []string{"expected wrong", "gain", "allocation"},
		"how many labels of items are wrong, by the model",
		"A label of an item is wrong if it is not the consensus of unlimited people. The expected share is the " +
			"mean of one minus the probability of each label. fit next says by how much further labels are expected " +
			"to reduce it (gain)."},
}}, {"More than items and people", []Entry{
	{"nested labelers", []string{"shared labelers", "labeler-effects", "nested", "shared"},
		"whether the same people label in several groups",
		"Labelers are nested if each group has other people, and shared if the same people label in several groups. " +
			"--labeler-effects says which; for nested labelers, two groups may use the same name for two people."},
	{"facet", []string{"facets", "component", "share of a facet"}, "what else labels differ in",
		"A facet is something that labels differ in besides item and labeler, such as a template (--facet). Its " +
			"share is how much of the variance of one label it explains. What is left after all shares is noise."},
	{"covariate", []string{"covariates", "coefficient", "covariate_difference", "effect_difference", "beta", "β",
		"drift", "position bias", "length bias", "dif"}, "what labels may depend on",
		"A covariate is a property of items, labelers or labels on which labels may depend: a country, a length, a " +
			"date (--covariate). Its difference says how much higher labels of one item by one labeler are if it " +
			"differs. The effect difference says whether it matters more in one group than in another."},
	{"raw ICC", nil, "ICC that counts what covariates explain",
		"With covariates, the ICC counts what items and labelers have of them as theirs. The raw ICC also counts " +
			"what covariates explain within items and labelers."},
	{"cluster", []string{"icc_cluster", "icc_within_cluster", "pooled icc", "icc within clusters", "nested items"},
		"items that belong together",
		"Items can belong to clusters, such as lesions to patients (--cluster). The ICC of the cluster level is the " +
			"share of the variance of one label that the cluster explains. The ICC within clusters is the " +
			"reliability among items of one cluster. The pooled ICC counts both: it is the ICC of all other output."},
	{"intra-labeler ICC", nil, "whether labelers agree with themselves",
		"The intra-labeler ICC is the correlation of two labels of an item by the same labeler. It needs labels that " +
			"were given again. If it is far above the ICC, a labeler is consistent in something that others do not " +
			"see."},
	{"Eρ² and Φ", []string{"eρ²", "φ", "phi", "generalizability", "dependability", "design"},
		"reliability of the mean label of a design",
		"A design has so many labelers, templates or labels for each item (--design). Eρ² is how well the mean label " +
			"distinguishes items. Φ is how well it shows their level, to which a strict template matters too."},
}}}
