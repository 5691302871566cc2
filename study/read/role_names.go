package read

import "strings"

// wordsOfRoles are the parts, with the names by which columns are found to have them, in lower case and without
// separators.
func wordsOfRoles() (item, labeler, study, label role) {
	item = role{name: "item", needed: true,
		aliases: strings.Fields("item task doc document example record conversation"),
		weak: strings.Fields("textid sentenceid commentid postid tweetid question datarow promptid imageid stimulus " +
			"stimulusid unitid"),
		proposed: strings.Fields("id response responseid answerid text sentence comment post tweet prompt image unit " +
			"index url filename file uuid key ticket case issue query claim message review article utterance output " +
			"sample passage instance clip video photo product patient statement trace vignette essay " +
			"submission paper abstract specimen slide scan film joke headline dialog dialogue turn " +
			"segment story recording audio song listing profile page transaction event sku asin paragraph " +
			"snippet caption translation summary answer completion generation participant subject forum " +
			"pullrequest " + itemAbroad)}
	labeler = role{name: "labeler",
		aliases: strings.Fields("labeler labeller rater worker annotator coder judge user authoruser"),
		weak: strings.Fields("participant respondent subjectid createdby completedby labeledby annotatedby ratedby " +
			"reviewer"),
		proposed: strings.Fields("id subject name who email person people assessor expert evaluator reader operator " +
			"agent nurse grader author doctor physician radiologist pathologist clinician teacher examiner " +
			"scorer moderator observer interviewer tester inspector customer marker referee crowdworker " +
			"contributor editor analyst staff employee member student juror critic appraiser adjuster adjudicator " +
			"panelist panellist scoredby " +
			"gradedby reviewedby submittedby assignee account username handle " + labelerAbroad)}
	study = role{name: studyPart,
		aliases: strings.Fields("study group pool platform phase arm"),
		weak:    strings.Fields("condition experiment cohort wave"),
		proposed: strings.Fields("treatment variant version campaign batch session criterion source split model " +
			"system team vendor site department round annotatortype ratertype labelertype workertype role provider " +
			"panel population tool method " + studyAbroad)}
	label = role{name: "label", needed: true,
		aliases: strings.Fields("label rating score response answer vote"),
		weak:    strings.Fields("judgment judgement grade verdict stars"),
		proposed: strings.Fields("value choice class category annotation quality result rank severity relevance " +
			"sentiment toxicity helpfulness correctness preference priority decision winner outcome diagnosis " +
			"points mark opinion evaluation assessment violation tag code finding stance emotion intent " +
			"usefulness " +
			labelAbroad)}
	return item, labeler, study, label
}

// Names in common languages, as headers have them: German, French, Spanish, Italian, Portuguese, Dutch, Polish,
// Russian, Chinese, Japanese.
const (
	itemAbroad = "aufgabe beispiel dokument bild frage elément élément exemple image tâche texte elemento " +
		"ejemplo documento imagen pregunta tarea texto esempio immagine domanda exemplo imagem " +
		"pergunta tarefa voorbeeld afbeelding vraag przykład dokument zadanie пример документ задание " +
		"текст 样本 文本 题目 图片 サンプル 文書 項目 画像"
	labelerAbroad = "annotierer bewerter gutachter kodierer prüfer beurteiler untersucher " +
		"annotateur évaluateur evaluateur codeur " +
		"anotador evaluador codificador annotatore valutatore anotadora avaliador beoordelaar " +
		"annotator oceniający аннотатор эксперт разметчик оценщик 标注员 标注者 评分者 评估员 评价者 評価者 アノテーター 注釈者"
	studyAbroad = "studie gruppe bedingung étude groupe estudio grupo condición studio gruppo estudo condição " +
		"groep grupa badanie группа исследование 组别 研究 グループ 研究"
	labelAbroad = "bewertung etikett note urteil antwort étiquette jugement réponse etiqueta calificación " +
		"puntuación respuesta etichetta punteggio voto risposta rótulo pontuação nota resposta " +
		"beoordeling antwoord ocena etykieta odpowiedź оценка метка ответ 标签 评分 得分 回答 分数 ラベル 評価 スコア " +
		"回答"
)

// besideLabels are names of columns that have other things than the labels that a study is about.
const besideLabels = " confidence certainty comment remark reason rationale explanation justification time " +
	"timestamp date day week month year created createdat updatedat submittedat completedat " +
	"duration seconds milliseconds ms answertime answertimems responsetime reactiontime rt durationms leadtime " +
	"worktime timespent elapsed latency age gender sex country language " +
	"lang region city state ethnicity education row index number order position page batch seed " +
	"run occasion reading visit epoch repetition repeat attempt " +
	"sample version url link start end begin offset length tokens cost price weight status progress split fold "

// isBesideLabels reports whether the name of a column is usual for columns that accompany labels.
func isBesideLabels(name string) bool {
	return strings.Contains(besideLabels, " "+normalized(withoutBrackets(name))+" ") ||
		strings.Contains(besideLabels, " "+singular(name)+" ")
}
