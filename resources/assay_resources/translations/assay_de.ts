<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AdjudicateTab</name>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin to adjudicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs on which assessors differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The assessors agree on every pair that two of them graded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To settle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What assessors said stays hidden while they grade, so that nobody is led.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which disagreements are listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} settled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} pairs still wait for grades.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AgreementTab</name>
    <message>
        <source>Agreement by query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agreement of every two assessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All assessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By assessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every two grades of one pair, counted both ways round.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graded by two or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Krippendorff's alpha, ordinal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No grades yet: there is nothing to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw agreement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undefined: no pair was graded by both, or both gave one and the same grade throughout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who says what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose grades the matrix counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no pair was graded by two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of {0} graded pairs · {1} grades</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one grade throughout: nothing to agree on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} pairs that both graded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} pairs with two or more grades</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AssessorPane</name>
    <message>
        <source> pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deactivate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of another assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New name; all grades stay theirs:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody judges yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs at most; 0 for as many as there are:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quota of the new assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quota of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quota…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no quota</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AssignDialog</name>
    <message>
        <source>By</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each pair gets one rater.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap in per cent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single pairs, as evenly as it goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is given as a whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole queries, so that one person knows the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} % of the {1} get {2} raters, the others one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} for {1} assessors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CampaignDialogs</name>
    <message>
        <source>A BEIR folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the campaign as a bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judgements of others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge a bundle</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CampaignHead</name>
    <message>
        <source>Begin to adjudicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything, with everybody's grades and notes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For {0}: the own pairs and grades…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a BEIR folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import judgements…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge bundle…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open for grading</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CampaignList</name>
    <message>
        <source>Campaigns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CampaignsPage</name>
    <message>
        <source>A campaign makes a judgement set that a team can publish: queries, pooled results of several models, blind grades, agreement, and a frozen release.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adjudicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to judging</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge bundle…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Releases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs &amp;&amp; pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CampaignsPresenter</name>
    <message>
        <source>Run {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign {0} is made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run {0} is under way; Ctrl+J shows the jobs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no papers yet. Import some: a campaign freezes a corpus.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} pairs assigned: {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CardPane</name>
    <message>
        <source>Compared with {0}; this library searches with {1} now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improvement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was added as a folder: no recipe is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was not compared with another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lay another model beside it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure its speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure its speed again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured yet. Evaluate it against {0}, the model in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promote…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Texts a second on this machine, for one vector and for all of a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model to lay beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe that it was trained by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs between the two cards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model was compared with, and on what</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CaseDelegate</name>
    <message>
        <source>out of date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>settled twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>settled: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CasePane</name>
    <message>
        <source>No abstract is known for this paper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paper · {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This paper is no longer in the library.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Less like this paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More like this paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed paper, like {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed paper, unlike {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>turn the sign round</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Citations</name>
    <message>
        <source>Citation copied</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ClosingBox</name>
    <message>
        <source>A training is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can go on without the window, and is shown again when you come back. Paused or cancelled it keeps a checkpoint, and can be resumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep them running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They can go on without the window, and are shown again when you come back. Paused or cancelled they keep a checkpoint, and can be resumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and {1} are still being trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is still being trained.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would you like to do?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComparisonTable</name>
    <message>
        <source>The two models, measure by measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} against {1} on {2}: {3} queries, {4} papers. {5} better, {6} worse, {7} equal. {8}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConfusionMatrix</name>
    <message>
        <source>Confusion matrix of {0} and {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} beside {1}: {2}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CurvePlot</name>
    <message>
        <source>update {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updates over all stages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DuplicateDelegate</name>
    <message>
        <source>and {0} more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DuplicatesPresenter</name>
    <message>
        <source>Find duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undone: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} failed. {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DuplicatesView</name>
    <message>
        <source> · {0} to merge one by one: several of the papers are judged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All is settled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the papers (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicates that were found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter merges, A keeps apart, L links, Ctrl+Z undoes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link the preprint with what was published of it; both stay (L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look through the whole library again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make these papers one; the first is kept (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge all that are the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge what is said here, as one change that can be undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No duplicates were found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None is surely the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers that are recorded twice are found here. Nothing is changed by looking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remember that these are no duplicates (A)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library is looked through for duplicates…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo: {0} (Ctrl+Z)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judgement stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judgements stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} the same, {1} to decide</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EvaluateButton</name>
    <message>
        <source>Evaluate against the current model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On a BEIR folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the latest release of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this library's own judgements</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EvaluationPage</name>
    <message>
        <source>Add a keyword run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the grades</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grades as BEIR qrels…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grades as TREC qrels…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hybrid (both, fused by rank)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judged queries that this run lacks, counted as 0: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judged since the runs were made, and left out until you add the run anew: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyword (BM25)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is judged yet: grades say which run is better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paired randomisation test over {0} queries, 10,000 draws. The query paper is removed from its own ranking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Semantic (the library's model)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run that all others are compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no queries yet: search, and grade what you find.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>evaluating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judge them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} judgements are ready; a run ranks every query so that it can be measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} queries · {1} judgements · {2} relevant, {3} very relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} unjudged results in the top 10 of {1}: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EvaluationPresenter</name>
    <message>
        <source>Extend the pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank the queries ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} grades written to {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExchangePresenter</name>
    <message>
        <source>To be judged again: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judgement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} imported: {1} new, {2} changed, {3} here already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} merged, {1} here already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} records written to {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Exports</name>
    <message>
        <source>Export the papers listed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the selected paper…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export {0} to {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No paper is listed here. Library and Search list what can be exported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} exported to {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FilterPanel</name>
    <message>
        <source>Has a PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Venue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FormatsForm</name>
    <message>
        <source>Adapters of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Base learns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One vector for every use, or one for each task format (SciRepEval)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PAL heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PAL width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[CLS]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters: a bottleneck in each layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as is usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cls: one, learned on all tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>codes: a control code before the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fusion: attention over adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one for everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pals: attention beside each layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pools: heads over all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probes: tokens that only read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wide: own columns beside the base's</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GradeBar</name>
    <message>
        <source>not relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>very relevant</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GradingPresenter</name>
    <message>
        <source>Grades belong to one text or one paper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redone: {0} for {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grade was not saved. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undone: {0} for {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no grade</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GuidelineEditor</name>
    <message>
        <source>An earlier version: grades given under it keep its number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assessors see it beside every pair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guideline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guideline as assessors see it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guideline in Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved yet. Saving makes a new version; grades name theirs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as version {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version of the guideline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What do 0, 1 and 2 mean here? Markdown.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GuidelinePane</name>
    <message>
        <source>Guideline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the guideline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the guideline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answers it: you would cite or use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>neither</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same problem or method, worth opening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>touches the question, worth opening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>you would cite it beside the query paper</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>Enter goes back to a pair; a grade there replaces the one before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing you judged has “{0}” in its query, title or note.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search query, title or note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search your judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You have judged nothing here yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your judgements, the latest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImportBar</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Add papers and queries that are not here, by their id alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assessor where the file names none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BEIR folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grades</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other grades as ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems and notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quepid CSV (book or case)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TREC qrels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write grades as theirs=ours, such as 3=2; ours are 0, 1 and 2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judgement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper not here: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query not here: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading the file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>such as 3=2, 4=2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of grade {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} and {2}: {3} new, {4} changed, {5} here already.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImportPresenter</name>
    <message>
        <source>Import {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import {0} and {1} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {0} more; run `assay import FILE --json` for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} failed. {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was cancelled. What it had read by then is in the library.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImprovePresenter</name>
    <message>
        <source>Improve search from judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search stays as it is. The model stays among the models.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImproveView</name>
    <message>
        <source>Attempts, the newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete this attempt?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete what was trained to measure; a model that was kept stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on from where it was cut short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improve search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improve search from my judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was cut short. What was done is kept: Go on does the rest, and nothing twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its model {0} is not among the models any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judgements to learn from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept as {0}, and not in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model whose queries are tuned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepare, train and measure: minutes on this machine (Ctrl+Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search as before; the model stays among the models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search this library with the tuned queries from now on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The queries take turns: each is learnt by some models and measures one that has not learnt it. It takes minutes on this machine. It can be cut short at any time and goes on from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The way queries are read is tuned by what you judged relevant, and measured on queries that were not learnt. Papers stay embedded as they are. Nothing is used before you say so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library searches with it: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library's own, as they are now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use it…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was trained to measure goes. A model that was kept stays, with these figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} typed queries with a relevant paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}; at least {1} are needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}; those that are papers ({1}) do not teach</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ImprovementPanel</name>
    <message>
        <source>Held-out queries before and after</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>A score orders one list; it is no percentage and says nothing across searches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add as seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the search (+ or -)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BM25 score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both ranks fused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By its meaning (vectors)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By its words (BM25)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the citation (Ctrl+Shift+C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine of the vectors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find similar papers (Ctrl+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grade for this search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In its full text (BM25)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No abstract is known for this paper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has judged this paper yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reranked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a paper to read it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Similar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Similar papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This paper is not among the present results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to show of the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InspectorPresenter</name>
    <message>
        <source>No similar paper was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JobOutcomes</name>
    <message>
        <source>Index the library</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JobPanel</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Ctrl+J)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No jobs yet. Imports, indexing and trainings show their progress here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JobRow</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>Another window of Assay has this library open and runs its jobs. Ask for this there, or close that window first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JudgingFoot</name>
    <message>
        <source>It comes back at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take back the last judgement (Ctrl+Z)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text cannot be judged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You cannot decide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for later ·</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>graded {0} ·</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>noted ·</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unreadable ·</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsure ·</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JudgingHead</name>
    <message>
        <source>1 conflict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assessor: whose judgements these are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaigns…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judged so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library's own queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is judged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose judgements these are; click to change the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>guideline v{0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (deactivated)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} for later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} unsure</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JudgingPage</name>
    <message>
        <source>All {0} judged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaigns…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the last one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair of “{0}” waits for {1} now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is up for judging yet. A pool gathers the best results of every query.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The guideline links to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no queries to judge for yet. A search becomes one with its first grade.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library's own queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This link leads to no page of the web: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You were unsure of {0}; the history (Ctrl+H) finds them.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JudgingPresenter</name>
    <message>
        <source>A note is not saved yet; it is kept and tried again. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard the note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved, so this pair stays here. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The guideline was changed; it is version {0} now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pairs could not be read. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two machines' judgements of this pair met, and they differ. Judge it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your judgement is saved, but the next pairs could not be had. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} What is on screen stays; nothing of it is lost.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryDuplicates</name>
    <message>
        <source>1 judgement stays with what is hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DOI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Doubtful</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merged, the first one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PMID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kept paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>abstract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arXiv id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>authors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>citations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keywords</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>references</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several are judged: merged only by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>summaries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>venue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} gains nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} gains {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} judgements stay with what is hidden</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryFiles</name>
    <message>
        <source>abstract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>authors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>year</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter (Ctrl+F or /)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by title, author or venue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find duplicates…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import papers (Ctrl+I), or drop files anywhere on this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No paper here matches “{0}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No papers here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDFs, BibTeX, RIS, JSON, CSV, XML of PubMed or EndNote, Zotero's data, folders of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers that are recorded twice, and preprints of published papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library has no papers yet. Import your own, or drop files anywhere here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To look over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try the sample library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Venue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With a PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{1} papers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryPresenter</name>
    <message>
        <source>“{0}” is now a query of this library.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryWriter</name>
    <message>
        <source>The library's recipe cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Add the sample library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring the index up to date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to Campaigns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import papers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improve search from my judgements…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New campaign…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New training…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart the search engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search this library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: follow the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} - Assay</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>, {0} here already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adjudications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assignments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Releases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign is not here yet: it is made, with its papers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} judged differently on two machines; their assessors judge them again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} new</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModeRow</name>
    <message>
        <source>Both rankings, fused by rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hybrid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for the words in the full text of {0} papers too, passage by passage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers that hold these words (BM25)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers that mean the same (vectors)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Semantic</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelsPresenter</name>
    <message>
        <source>Going back to the model before…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept as {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library searches with {0} now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library searches with {0} now. {1} of {2} papers are indexed with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {0} is deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} could not be measured: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} could not be timed: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is being copied and checked…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is being copied to {1}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is being deleted…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is being measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is exported to {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is loaded and tried…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} waits its turn to be measured…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelsView</name>
    <message>
        <source>A finished run, or any folder that sentence-transformers can load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a finished run or a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the model {0} for good?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the model into a new folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its card and its scores go with it. A model that a library uses stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model was trained yet. A training that finishes puts its model here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the models…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There was no other model before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this library searches with {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NewCampaignDialog</name>
    <message>
        <source>Assessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ICLR 2022 pilot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names, with commas; more can be added later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One query a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers that become queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries, one a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raters per pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all {0} of the library, frozen now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fixed once the campaign is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no file chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the sample and of the assessors' orders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers drawn with the seed below</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NewRunDialog</name>
    <message>
        <source>A run of this tag is there and is replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A tag has no spaces: run files part their columns by them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hybrid (both, fused by rank)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyword (BM25)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reranked (keyword first, then by meaning)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results of each query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Semantic (by meaning)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is made beside your work; Ctrl+J shows how far it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title and abstract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the library's model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PageSheet</name>
    <message>
        <source>Page of the PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>page {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaperCardDelegate</name>
    <message>
        <source>add as seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>similar</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaperFiles</name>
    <message>
        <source>Last seen at {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read from the PDF and not certain: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it off the papers to look over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the fields</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} pages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaperPane</name>
    <message>
        <source>Abstract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add as query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the citation (Ctrl+Shift+C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DOI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc keeps the note and returns to judging.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judge this paper's neighbours later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key copied: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No abstract is known for this paper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note on this pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search from this paper (Ctrl+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a paper to read it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Venue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arXiv</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaperTable</name>
    <message>
        <source>Authors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Venue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Year</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaperView</name>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PdfPages</name>
    <message>
        <source>the page cannot be drawn: the file is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the page took too long to draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the process that draws pages could not start</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PdfView</name>
    <message>
        <source>Enter goes on, Shift+Enter back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in your PDF reader</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page before (Page up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page behind (Page down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PoolForm</name>
    <message>
        <source>Both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check at least one run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Depth of the round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the round chooses pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing new: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs are added while the campaign is a draft or open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of the round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top of all runs, fused (RRF)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top of each run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>depth </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} are in the pool already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} for {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} for {1}; {2}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PredictionPresenter</name>
    <message>
        <source>It could not be learned. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learn again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learn to predict topics, year and score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning from this library's papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search engine's answer cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting its turn</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PredictionsView</name>
    <message>
        <source>Learn from this library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the paper does not name it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the paper has it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PreflightView</name>
    <message>
        <source>A check reads the data, times a few updates, and shows what the model would learn from. Nothing is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the check is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the data…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe was changed after this check.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timing a few updates…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProgressTab</name>
    <message>
        <source>Assessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grades</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody judges yet: add assessors in the setup.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress by assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs and pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to judge yet. A pool gathers the best results of the runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grade</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grades</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judgement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not begun</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pair has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>some raters missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>very relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} met another of the same assessor in a merge; they judge these pairs again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} no assessor yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QueryDetails</name>
    <message>
        <source>By query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure of the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values by query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} against {1} by query, {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} better, {1} equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} better, {1} worse, {2} equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} by query, {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} worse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} under {2}, {3} under {4} ({5}).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QueryPane</name>
    <message>
        <source>A search becomes a query with its first grade.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries of this library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query paper</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReadingPresenter</name>
    <message>
        <source>Copied: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no PDF of this paper in the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page cannot be shown: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is missing; it was last seen at {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” does not stand in this PDF.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecipeForm</name>
    <message>
        <source>Add a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Base model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Separator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text cannot be shown as a form. Mend it at the right; the form then follows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stands between the title and the abstract of a paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wordpieces</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReleasesPresenter</name>
    <message>
        <source>Release {0} is frozen: {1} rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring the runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} otherwise than when the corpus was frozen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} rows written to {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReleasesTab</name>
    <message>
        <source>A folder to be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A release freezes the grades under a version and a hash, with a data card that says how they came about. It never changes again, so that others can cite it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BEIR folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Freeze release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grades of the next release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How several grades of a pair become one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ICLR2022 folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lossless bundle…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No release yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is graded yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Releases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs on it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TREC qrels…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of the release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the hash of the release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} pairs kept</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RerankRow</name>
    <message>
        <source>None: as they were found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rerank with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultModel</name>
    <message>
        <source>grade not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, grade not saved</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResultPanel</name>
    <message>
        <source>Copy it among the trained models, so that it can be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept as {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promote…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search this library with the new model from now on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model lies in the run's folder alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is the model that this library searches with.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunView</name>
    <message>
        <source>At the last update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin a new training from this run's recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best of the stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on from where it stopped (P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the stage is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Losses: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory, at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No losses yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Patience left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading {0}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run failed. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run's folder cannot be read. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run's process ended without a word, as when the machine goes off. Resume goes on from its last checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use its recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a checkpoint after the next update and wait (P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a checkpoint and end; it can be resumed later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nDCG@10, held out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stage {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data and the base model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>update {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} processes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, validation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunsPresenter</name>
    <message>
        <source>A process is at work in this run. Cancel it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It ends after its next update, with a checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It ends as soon as it has read what it reads now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It pauses after its next update.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round {0}: {1} new pairs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run {0} is here: {1} queries.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run keeps no recipe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} papers and {1} queries of it are not of this campaign and were left out.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunsTab</name>
    <message>
        <source>A TREC run file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every result in its top {0} is judged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a TREC run file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holes of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far down a run holes are looked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs yet. A run ranks the corpus for every query; their best results are judged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is pooled yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds of the pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs need queries. Add them in the setup of the campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of the campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unjudged results by query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which run found a pair, and where it ranked it, stays hidden from the assessors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>top </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unjudged pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unjudged pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in the top {1} of {2}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ScoresPane</name>
    <message>
        <source>A bias that is small beside the differences above says that the release is fair to runs that were not pooled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluate all runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measures every run on this release, and once more without the pairs it alone found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paired randomisation test over {0} queries with {1} judgements, 10,000 draws. A query paper is never a result of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs as if they had not been pooled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs measured on the release</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchPage</name>
    <message>
        <source>Build the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No paper matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No paper matches “{0}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the first query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by words, by meaning, or from a paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search {0}: type what you are after, or start from a paper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no papers to search yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p. {0}: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} can be searched by words. An index lets you search by meaning too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} within these filters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} word by word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchPresenter</name>
    <message>
        <source>Build the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No paper is encoded by {0} yet (there is an index of {1}), so these are keyword results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No paper is encoded yet, so these are keyword results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search engine stopped; restarting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not be loaded, so these are keyword results. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is still loading; keyword results until then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vectors were compared. The model has one for a text, whether it is a query or a paper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your words were looked up in the papers; no vectors were compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has changed since the papers were encoded, so these are keyword results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} papers are in the index; the others are found by keyword only.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any folder that sentence-transformers can load. The library is indexed anew with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assay {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder whose papers come in by themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder of a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grades that you give from now on carry this name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judging</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None is used: papers, searches and grades stay on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One is made on each day of use; the latest are kept, beside the library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a library's folder, or an empty one for a new library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open another library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes effect when Assay is opened the next time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use another model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your name as an assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} wordpieces of title and abstract</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsPresenter</name>
    <message>
        <source>Index with {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look through the watched folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library is backed up.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettleBar</name>
    <message>
        <source>All {0} are settled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason (N), if there is one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason for the grade that settles the pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settled as {0} by {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settled as {0}, but a grade changed since: settle it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settled differently on two machines: settle it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>settled as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetupPresenter</name>
    <message>
        <source>Guideline {0} is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The check answered something that cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe is saved as {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} papers of the corpus are new queries.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetupTab</name>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An overlap below 100 % gives some of the pairs one rater only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assign…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Corpus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each assessor draws ten pairs at a time; a lease frees what is not judged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed since the campaign was opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Freeze again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is asked yet: type queries, or sample papers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One query a line:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers of the corpus that become queries, drawn with the stored seed:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries of the campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raters per pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample papers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes all papers of the library as they are now; only while the campaign is a draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type queries…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who judges what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all typed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not frozen yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the hash of the corpus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} changed or removed since: what assessors read is not what was frozen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of them papers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetupView</name>
    <message>
        <source>A recipe file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All that this library can teach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It goes on when the window is closed, if you like (Ctrl+Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labels, texts, links and grades, as far as there are enough of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the data, time a few updates, keep nothing (F6)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe as TOML</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library's labels alone, in minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Years, ratings, venues and keywords; what searches stays as it is (wide)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortHash</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutsSheet</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single letters rest while you type in a field.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StageForm</name>
    <message>
        <source>1 or 2: papers of at least this grade are learnt as right answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of query ids, one a line, that alone teach; all, if empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of title&lt;TAB&gt;abstract, or JSON Lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file or a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder with MS MARCO and its mined negatives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder with collection.tsv and contexts.jsonl</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text may have several labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add an objective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most so many examples; 0 means all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batches an update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By chance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates of a query; relevant papers that are not among them join them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal documents are no negatives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Falls to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far below the worst positive a negative's cross-encoder score must lie</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much lower a validation loss counts, relative to the least so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the papers' vectors are held in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>InfoNCE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its share of mixed batches; all weights sum to 1, or all are 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON Lines of papers with a label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON Lines of papers with a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON Lines of queries with graded candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON Lines of query, positive and negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON Lines of question and doc_text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labels file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least grade</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ListNet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MNRL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Negatives taken from each system that mined them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Objectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of each query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of each system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers drawn by chance that join them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Patience</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RAdam</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rests for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the examples that validate and are never learnt from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library's judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This library's papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates, at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What finds the candidates of a query: a search, chance, or a run's file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to learn from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>alternate: each batch is of one objective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the paper says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the released code does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>but at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by the kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dense: by meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact: each batch has the weights' shares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>examples: large objectives count more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from a rate of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hybrid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keyword</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>library: for your grades, library:CAMPAIGN@1, or prepared lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>library: for your own grades, or a folder of BEIR's form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max-margin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mixed: each example is drawn by the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>objectives: each counts the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>specter_train.tsv, or its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tasks: as many of each in every batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the highest nDCG@10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the least loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>triplet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Assay uses no network: papers, searches and grades stay on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indexed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the jobs (Ctrl+J)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model that finds papers by meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The open library; click for its settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} papers are found by meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, loading…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TabPresenter</name>
    <message>
        <source>This could not be read. F5 tries again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>A number belongs here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is no number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is no whole number.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>A BEIR folder with corpus, queries and qrels/test.tsv</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the run {0}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improve search…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes the place of {0}, whose index is kept: Roll back returns to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its checkpoints and curves go. A model that was kept stays among the models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its own index is still there, so that searches by meaning go on at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet. A run goes on when the window is closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {0} in place of the recipe that you are writing?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rebuild the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search this library with {0}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start it anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index must be made: all {0} papers are encoded before searches by meaning find them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trained models, and which one searches this library (Ctrl+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no papers to encode yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tune how queries are read by what you judged (Ctrl+Shift+I)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two runs share the machine: each takes about twice as long, and more memory is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until the index is rebuilt, searches by meaning miss papers. It runs as a job.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was changed in {0} is not saved. Save as… keeps it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a recipe, check it, start it (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the present model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is being trained already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{1} of {0} papers are in its index; the others must be encoded first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TrainingRow</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TuningForm</name>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the weights go from the base towards what was learnt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scorer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss's scale learns, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What scores a candidate against the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a fixed share of the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all of the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as far as the held-out queries like best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine: of vectors of one length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoder: candidates side by side; it can only rerank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>product: of the vectors, as an index searches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the other candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the query's tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UnderstoodLine</name>
    <message>
        <source>Only: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Veil</name>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WatchedFolders</name>
    <message>
        <source>Let go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let go of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDFs and lists of papers that appear there come into the library by themselves. A file that goes away is marked as missing; no paper is ever removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch this folder no more; its papers stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looked through {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not looked through yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Watching</name>
    <message>
        <source>Look through the watched folders</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WindowNews</name>
    <message>
        <source>Look at it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sample library is here: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} failed. {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WorkLine</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far it is</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>_Report</name>
    <message>
        <source>Base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Objectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left out: {0} {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>positive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, {1} if a batch is of the longest texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, {1} million parameters, {2} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1}, {2} examples each</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>campaigns</name>
    <message>
        <source>A campaign needs queries.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add assessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adjudicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assessor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assessors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assign pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assigned in advance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cohen's kappa</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawn from one queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Freezes the grades under a version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From here on the assessors can grade.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grade</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grade how useful the paper is beside the query.

- **2** very relevant: you would cite it beside the query paper, or it answers the query
- **1** relevant: same problem or method, worth opening
- **0** not relevant: neither
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judged differently on two machines; to be judged again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kappa that counts 0 beside 2 as twice as far apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kappa that counts 0 beside 2 four times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Krippendorff's alpha for ordered grades</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out of the pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New campaign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody judges yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only pairs on which all agree; the others are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the judging page on this campaign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs on which assessors differ wait for a grade that settles them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs that both graded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RRF top {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs rank the corpus for every query; their best results are pooled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds of attention for one grade</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of pairs with the same grade</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grade that all gave, or the one that settled the pair; others are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The grade that more than half gave; pairs without one are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lower median of the grades; no graded pair is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs' best results become the pairs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the run gains (+) or loses (−) when the pairs that it alone found are left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adjudicated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adjudicating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>alpha</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>assigned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deactivated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>depth and RRF {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>depth {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference, 95 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frozen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>graded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holes of the top {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judged@10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>judges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kappa</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lower median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>majority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only it found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p (Holm)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quadratic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quota</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rater a pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>raters a pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two grades from two machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unanimous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undefined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unjudged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>very relevant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (deactivated)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} pairs have no assessor yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · out of date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · settled as {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · settled twice</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>commands</name>
    <message>
        <source>Add to the search as a seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the recipe, start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the citation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter or search box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find similar papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grade and go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grade the selected paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Improve search from your judgements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge the group, link the versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New training, trained models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next, previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause, go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search your judgements, go back to one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed for, seed against</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settle a disagreement and go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the guideline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the last one back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The campaign's tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last change of the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsure, later, unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a note, keep it and return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a reason, return</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>evaluation</name>
    <message>
        <source>Query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Randomisation test, adjusted for the number of runs compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference to reference, 95 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p (Holm)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reference</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>figures</name>
    <message>
        <source>HH:mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMM HH:mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yyyy-MM-dd</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yyyy-MM-dd, HH:mm</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>judging</name>
    <message>
        <source>for later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>graded {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in conflict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>noted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>taken back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsure</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>save_papers</name>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>search</name>
    <message>
        <source>"exact phrase"   in the title or the abstract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-word   -venue:arxiv   what they must not have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Average precision {0}, {1} by chance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beside words you can type what papers must have:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In two stages: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known: {0}, inside that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known: {0}, outside that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learn again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learn from this library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learned on {0} with {1}. What is known of a paper is predicted without learning from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the {0} that were learned is likelier than 5 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not reordered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not reordered. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers read as {0}, for what is alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query read as {0}, the model's format for what is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reordering…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since this was learned with {0}, the library's model has changed, or how it reads texts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library has grown from {0} to {1} papers since this was learned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is still loading.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The papers searched with, and those found, read as {0}, for what is alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Topics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Topics, year and score can be predicted from what is known of this library's other papers. They are read once more for it, as long as indexing took at most; searching goes on meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Venue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>author:cohan   an author's name, or beginnings of its words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>candidate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has:pdf   judged:yes   judged:no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id:W2911   doi:10.1145/3366423   one paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tag:"graph learning"   words of a keyword</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>venue:acl   words of the venue's name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>year:2019..2022   also 2019, 2019.. and ..2022</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not predicted: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1} reordered in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} reordered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} to {1} for 80 of 100 papers like it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, {1} learned; average precision {2}, {3} by chance; probabilities {4} off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}; off by {1} on average, their mean alone by {2}; tau {3}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>training</name>
    <message>
        <source> (before training)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (before {0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (best so far)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (best so far, but no better than before training)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, best validation {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, nDCG@10 {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, {0} of the way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the base's own vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the base's vector and{0} columns made from its words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch takes {0} examples and there are {1} to learn from ({2}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>And how far it is from the model that it was compared with: see its comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give more data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held-out queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many different vectors a text has, and how they come about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the folds: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the split: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It waits its turn…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No difference to {0} beyond chance in {1} over {2} queries (p = {3}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of a file. Of this library, with the path {0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Objective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PALs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paired randomisation test, two-sided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Papers and candidates are prepared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set Batch to {0} or less, or give more data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taught by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The end of its id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kept model's queries go {0} of the way from {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of a row that holds what is to be learned of its text. Of this library ({0}): {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run {0} cannot be read. {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training of {0} ended without a word, as when the machine goes off. It can be resumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training of {0} failed. {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training of {0} has finished early: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training of {0} has finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training of {0} was cancelled {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model folder {0}. Choose another base model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model cannot be used: its files are not as they were when it was added. Add it again from where it was trained (Add a folder…), which mends it, or delete it. What was found: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained in {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this library's papers or grades teach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With its 95 % interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters with fusion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention beside each layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before → after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled after {0}; it can be resumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>citation: a paper, and one it cites</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cocitation: papers cited together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comes with Assay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>control codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference, 95 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ensemble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fusion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>goes on from update {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grades of all queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads over all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hybrid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its folder cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its process ended without a word; Resume goes on from its last checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keywords: a paper has several</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nDCG@10 of {0} judged queries of {1}, {2}: each was searched before and after by a model that had not learnt it. Before is {3}. Papers learnt: queries that share a relevant paper with what was learnt; new questions share none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nDCG@10 with the model as it was, and with tuned queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new questions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of an example's three texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one vector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one vector for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own columns beside the base's</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers learnt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>papers: grades of similar papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probe tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries that are papers and are searched as before ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries without a relevant paper ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several models as one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stage {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the data and the base model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>title, if nothing is said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>title: asks for its abstract</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tldr: asks for its paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training {0} of {1} is measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>typed: grades of typed queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>update {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>venue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}  checkpoint written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}  goes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}  paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}  validation {1}{2}{3}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} and the training of {1} share the machine: both take longer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} examples, {1} held out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} folds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in the top {1} layers only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is {1} than {2} in {3}: {4} over {5} queries, p {6}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} none{1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} on the {1} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} vectors of a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} wordpieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} · {1} parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, judged papers alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, not in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, release {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} on {2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1}; the weights of update {2} are kept</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>cancelled; what was done before is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>doubtful</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted when the window closed; what was done before is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept apart as conflicts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>merged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no duplicates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to look over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting its turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} h left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} learned from {1} papers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} min left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} papers in {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} papers indexed, {1} of them encoded anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} texts a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1} queries ranked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}; {1} with all {2} vectors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
