package layout

import (
	"regexp"
	"slices"
	"strings"
)

// scalesOfLanguages are answers of questionnaires in languages other than English: how far people agree, how often
// something happens, how satisfied they are.
func scalesOfLanguages() []scale {
	return []scale{
		// German
		scaleOf("stimme überhaupt nicht zu, stimme gar nicht zu, trifft überhaupt nicht zu, trifft gar nicht zu < " +
			"stimme nicht zu, trifft nicht zu, lehne ab < " +
			"stimme eher nicht zu, trifft eher nicht zu, trifft weniger zu < " +
			"teils teils, neutral, weder noch, unentschieden < " +
			"stimme eher zu, trifft eher zu, stimme teilweise zu < stimme zu, trifft zu < " +
			"stimme voll zu, stimme voll und ganz zu, stimme völlig zu, stimme vollkommen zu, trifft voll zu, " +
			"trifft voll und ganz zu, trifft völlig zu"),
		scaleOf("nie, niemals < fast nie, sehr selten < selten < gelegentlich < manchmal < oft, häufig, meistens < " +
			"sehr oft, sehr häufig < fast immer < immer"),
		scaleOf("sehr unzufrieden < unzufrieden < eher unzufrieden < teils teils, neutral, weder noch < " +
			"eher zufrieden < zufrieden < sehr zufrieden"),
		scaleOf("sehr schlecht < schlecht < eher schlecht < mittel, mittelmäßig, teils teils < eher gut < gut < " +
			"sehr gut"),
		// Spanish
		scaleOf("totalmente en desacuerdo, muy en desacuerdo, completamente en desacuerdo < en desacuerdo < " +
			"algo en desacuerdo < ni de acuerdo ni en desacuerdo, neutral, neutro, indiferente < algo de acuerdo < " +
			"de acuerdo < totalmente de acuerdo, muy de acuerdo, completamente de acuerdo"),
		scaleOf("nunca < casi nunca < rara vez, raramente < a veces, algunas veces, ocasionalmente < " +
			"a menudo, frecuentemente, con frecuencia < muy frecuentemente, muy a menudo < casi siempre < siempre"),
		scaleOf("muy malo, pésimo, muy mala < malo, mala < regular, aceptable < bueno, buena < " +
			"muy bueno, muy buena < excelente"),
		scaleOf("muy insatisfecho < insatisfecho < neutral, neutro, indiferente < satisfecho < muy satisfecho"),
		// French
		scaleOf("pas du tout d'accord, tout à fait en désaccord, fortement en désaccord < " +
			"pas d'accord, en désaccord < " +
			"plutôt pas d'accord, plutôt en désaccord < ni d'accord ni pas d'accord, ni en accord ni en désaccord, " +
			"neutre < plutôt d'accord < d'accord < tout à fait d'accord, fortement d'accord"),
		scaleOf("jamais < presque jamais, très rarement < rarement < parfois, quelquefois, de temps en temps < " +
			"souvent < très souvent < presque toujours < toujours"),
		// Portuguese
		scaleOf("discordo totalmente, discordo completamente < discordo < discordo parcialmente < " +
			"não concordo nem discordo, nem concordo nem discordo, neutro, indiferente < concordo parcialmente < " +
			"concordo < concordo totalmente, concordo completamente"),
		scaleOf("nunca < quase nunca < raramente < às vezes, algumas vezes < frequentemente < quase sempre < sempre"),
		// Italian
		scaleOf("per niente d'accordo, fortemente in disaccordo, completamente in disaccordo < in disaccordo < " +
			"abbastanza in disaccordo < né d'accordo né in disaccordo, neutrale, neutro < abbastanza d'accordo < " +
			"d'accordo < completamente d'accordo, fortemente d'accordo, molto d'accordo"),
		// Dutch
		scaleOf("helemaal mee oneens, zeer mee oneens, helemaal oneens, zeer oneens < mee oneens, oneens < " +
			"beetje mee oneens < neutraal, niet mee eens niet mee oneens < beetje mee eens < mee eens, eens < " +
			"helemaal mee eens, zeer mee eens, helemaal eens, zeer eens"),
		// Japanese
		scaleOf("全くそう思わない, まったくそう思わない, 全くあてはまらない < そう思わない, あてはまらない < " +
			"あまりそう思わない, ややそう思わない, あまりあてはまらない, どちらかといえばそう思わない < " +
			"どちらとも言えない, どちらともいえない, どちらでもない < " +
			"ややそう思う, まあそう思う, ややあてはまる, どちらかといえばそう思う < そう思う, あてはまる < " +
			"とてもそう思う, 非常にそう思う, 強くそう思う, とてもあてはまる, 非常にあてはまる"),
		// Chinese
		scaleOf("非常不同意, 完全不同意, 强烈不同意 < 不同意 < 比较不同意, 有点不同意 < " +
			"一般, 中立, 不确定, 既不同意也不反对 < 比较同意, 有点同意 < 同意 < 非常同意, 完全同意, 强烈同意"),
		// Korean
		scaleOf("전혀 그렇지 않다, 매우 그렇지 않다 < 그렇지 않다 < 보통이다, 보통 < 그렇다 < 매우 그렇다"),
	}
}

var (
	letterGrade = regexp.MustCompile(`^[A-F][+\-−–]?$`)
)

// letterGrades returns the places of marks of schools, from F to A. Some must have a plus or a minus, because letters
// alone may be answers to choose from.
func letterGrades(labels []Label) (places []float64, ok bool) {
	const fewest = 3 // letters: A and B with a sign are blood types too
	var letters []byte
	signed := false
	for _, l := range labels {
		text := strings.TrimSpace(l.Text)
		if !letterGrade.MatchString(text) {
			return nil, false
		}
		if !slices.Contains(letters, text[0]) {
			letters = append(letters, text[0])
		}
		const third = 1. / 3
		place := float64('F' - text[0])
		switch text[1:] {
		case "":
		case "+":
			place, signed = place+third, true
		default:
			place, signed = place-third, true
		}
		places = append(places, place)
	}
	return places, signed && len(letters) >= fewest
}
