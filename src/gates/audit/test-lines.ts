const block = '(?:it|test|describe|context|suite|specify|scenario|bench|tap|ctx|this|t|Deno\\s*\\.\\s*test)'
const off = '(?:skip|skipIf|runIf|only|todo|fixme|fails|failing|ignore|pending)'
const start = '(?:^|[\\s;{}(),=:!&|?[])'

const skips: readonly RegExp[] = [
  new RegExp(`${start}${block}(?:\\s*\\??\\.\\s*\\w+)*\\s*\\??\\.\\s*${off}\\b`),
  new RegExp(`${start}${block}(?:\\s*\\??\\.\\s*\\w+)*\\s*\\[\\s*['"\`]${off}['"\`]`),
  new RegExp(`${start}(?:xit|xtest|xdescribe|xcontext|xspecify|fit|fdescribe|fcontext|pending)\\s*[(.\`]`),
  new RegExp(`\\{[^}]*\\b${off}\\b[^}]*\\}\\s*=\\s*(?:it|test|describe|suite|context)\\b`),
  /(?:^|[{,])\s*['"]?(?:(?:skip|todo|only|ignore)['"]?\s*:\s*(?:true|!0)|(?:skip|todo)['"]?\s*:\s*['"`])/,
  new RegExp(
    `${start}(?:it|test|describe|suite)\\b.*[{,]\\s*['"]?(?:skip|todo|only)['"]?\\s*(?:[,}]|:\\s*(?!false\\b))`,
  ),
  /\bmark\.(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\s*\(|\bcollect_ignore(?:_glob)?\s*(?:\+?=|[.[])|\b__test__\s*=\s*False/,
  /\bunittest\.(?:skip|expectedFailure)|@(?:skip|skipIf|skipUnless|expectedFailure)\b|\.skipTest\s*\(|\bSkipTest\b/,
  /\b[tbf]\.(?:Skip|SkipNow|Skipf)\s*\(|^\s*\/\/\s*(?:go:build|\+build)\b/,
  /#!?\[\s*(?:ignore\b|cfg_attr\s*\(.*\bignore\b|cfg\s*\(\s*(?:any\s*\(\s*\)|not\s*\(\s*test))/,
  /@(?:Disabled|Ignore|EnabledIf|DisabledIf)\w*|\bAssum(?:e|ptions)\.|\bassum(?:eTrue|eFalse|eThat|ingThat)\s*\(/,
  /\bSkip\s*=\s*(?:@?"|nameof)|^\s*\[(?:[^\]]*,)?\s*(?:Ignore|Explicit)\b|\bAssert\.(?:Ignore|Inconclusive|Skip)\b/,
  /->markTest(?:Skipped|Incomplete)\s*\(|\bXCTSkip|@tag\s+:?skip|\bGTEST_SKIP\b|\bDISABLED_\w+|\berror\.SkipZigTest\b/,
]
const rubySkip = /^\s*(?:xit|xdescribe|xcontext|xspecify|fit|fdescribe|pending|skip)\b(?!\s*[=.])/

const assertion =
  /\bassert|\bexpect(?!\w*(?::\s*[\w<>[\]]+)?\s*=(?![=>]))|\bshould\b|\brequire\.[a-z]|\bverify|\bEXPECT_|\bCHECK\(|\bREQUIRE\(|\bt\.(?:error|fatal|fail|is|ok|not|equal|deepequal|same|throws|true|false|truthy|falsy|plan|like|regex|snapshot)|\bpytest\.raises|\bXCTAssert|\bmust_|\.to(?:be|equal|have|match|throw|contain|strictequal|include)\w*\s*\(|\.(?:rejects|resolves)\b/i
const declaration =
  /(?:^|[\s;{}(])(?:it|test|describe|context|suite|specify|scenario)\b(?:\.\w+)*\s*[(`]|\bdef\s+test|\bclass\s+\w*Test|\bfunc\s+(?:Test|Fuzz|Example)\w*|#\[\s*(?:\w+::)*(?:test|rstest|case)\b|@(?:Test|ParameterizedTest|RepeatedTest|ValueSource|CsvSource)\b|\[\s*(?:Fact|Theory|Test|TestMethod|TestCase|InlineData|DataRow)\b|\bfunction\s+test|\bparametrize\b|\bTEST(?:_F|_P)?\s*\(|^\s*@test\b|^\s*it\s+['"]/

const hiding: readonly RegExp[] = [
  /^\s*(?:if\s*\(.*\)\s*\{?\s*)?return\b\s*(?:nil|None|null|undefined|true|false)?\s*[;}]*\s*$/,
  /\bprocess\s*\.\s*(?:exit|abort|reallyExit|exitCode)\b|\bsys\.exit\b|\bos\._exit\b|\bos\.Exit\b|\bSystem\.exit\b|\bprocess::exit\b|\bexit\s*\(\s*0/,
  /\b(?:if|while)\s*\(?\s*(?:false|0|!1|!true|False|not True)\b/,
  /^(?:(?!\*\/).)*\/\*(?!.*\*\/)/,
  /^(?:(?!"""|''').)*(?:"""|''')(?!.*(?:"""|'''))/,
  /^\s*#\s*if(?:def|ndef)?\b|^=begin\b|^__END__\b/,
  /\b(?:vi|jest)\.(?:mock|doMock|stubGlobal|spyOn)\b|\bmock\.(?:patch|module|method)\b|\bmonkeypatch\b|\bsinon\b|\bproxyquire\b/,
  /\b(?:function|def)\s+(?:assert|expect|it|test|describe)\b|\b__eq__\b/,
  /^\s*(?:assert|expect|chai|should)(?:\s*\.\s*\w+)+\s*=(?!=)/,
  /^\s*\}?\s*(?:catch\b|except\b|rescue\b)/,
]

/** Lines longer than this are looked at piece by piece, so that none takes for ever. */
export const LONGEST_LINE = 400

/** Whether a line keeps a test from running, or all others by singling one out. */
export function isSkip(line: string, path: string): boolean {
  const patterns = /\.(?:rb|bats)$/i.test(path) ? [...skips, rubySkip] : skips
  return piecesOf(line).some((piece) => patterns.some((pattern) => pattern.test(piece)))
}

export function isAssertion(line: string): boolean {
  return piecesOf(line).some((piece) => assertion.test(piece))
}

export function isTestDeclaration(line: string): boolean {
  return piecesOf(line).some((piece) => declaration.test(piece))
}

/** Whether a line may put what follows it out of action, or put something else in the place of what is tested. */
export function mayHide(line: string): boolean {
  return piecesOf(line).some((piece) => hiding.some((pattern) => pattern.test(piece)))
}

/** Something else under the name of an assertion or a test, which a test may also call what it expects. */
const renaming = /\b(assert|expect|it|test|describe)\s*=[^=>]/

/** Whether a line gives another meaning to a word that the tests of this text call, by anything but a test tool. */
export function redefines(line: string, text: string): boolean {
  const word = renaming.exec(line.slice(0, LONGEST_LINE))?.[1]
  if (word === undefined || /=\s*(?:await\s+)?(?:require|import)\s*\(\s*["'][^.]/.test(line)) return false
  return new RegExp(`(?:^|[^.\\w])${word}\\s*[(.]`, 'm').test(text)
}

/** Whether a test goes through its cases by this line. */
export function goesThroughCases(line: string): boolean {
  return /^\s*(?:for|while|loop|until)\b|\.(?:forEach|each)\b\s*[(`]|\bparametrize\b|^\s*@(?:ValueSource|CsvSource|MethodSource|ParameterizedTest)\b/.test(
    line,
  )
}

/** How many steps of a line leave some of a list out. */
export function narrowings(line: string): number {
  return (
    line.match(
      /\.(?:slice|filter|splice|pop|shift|at|take|first|skip|limit|head)\s*\(|\[\s*-?\d*\s*:\s*-?\d*\s*\]|\bislice\s*\(/g,
    )?.length ?? 0
  )
}

/** Whether a text holds tests, by its lines. */
export function holdsTests(text: string): boolean {
  return text.split('\n').some((line) => isAssertion(line) || isTestDeclaration(line))
}

/** What is at the seam of two pieces is in both. */
function piecesOf(line: string): readonly string[] {
  const pieces = [line.slice(0, LONGEST_LINE)]
  for (let from = LONGEST_LINE; from < line.length; from += LONGEST_LINE) {
    pieces.push(line.slice(from - 100, from + LONGEST_LINE))
  }
  return pieces
}
