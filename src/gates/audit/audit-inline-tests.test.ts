import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

const rust = `/// Adds the tax.
///
/// \`\`\`
/// assert_eq!(shop::total(100), 150);
/// \`\`\`
pub fn total(net: u32) -> u32 {
    net + net / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        let found = total(100);
        assert_eq!(
            found,
            150
        );
    }

    #[test]
    fn nothing() {
        assert!(total(0) == 0);
    }
}
`
const python =
  'def total(net):\n    """Adds the tax.\n\n    >>> total(100)\n    150\n    """\n    return net\n'
const script =
  'export const add = 1\n\nif (import.meta.vitest) {\n  const { it, expect } = import.meta.vitest\n  it("a", () => expect(add).toBe(150))\n}\n'
const zig = 'pub fn total() u8 {\n    return 1;\n}\n\ntest "a" {\n    try expect(total() == 150);\n}\n'

describe('tests beside the code', () => {
  it.each<[string, string, string, string]>([
    ['src/lib.rs', rust, '            150\n', '            50\n'],
    ['src/lib.rs', rust, 'total(0) == 0', 'total(0) >= 0 || true'],
    ['src/lib.rs', rust, '        assert!(total(0) == 0);\n', ''],
    ['src/lib.rs', rust, 'assert_eq!(\n', 'assert_ne!(\n'],
    ['src/lib.rs', rust, '        let found', '        return;\n        let found'],
    ['src/lib.rs', rust, '#[cfg(test)]', '#[cfg(all(test, feature = "slow"))]'],
    ['src/lib.rs', rust, '    #[test]\n    fn nothing', '    fn nothing'],
    ['src/lib.rs', rust, '/// assert_eq!(shop::total(100), 150);\n', ''],
    ['src/lib.rs', rust, '150);\n/// ```', '50);\n/// ```'],
    ['src/lib.rs', rust, '/// ```\n/// assert', '/// ```ignore\n/// assert'],
    ['shop/price.py', python, '    150', '    50'],
    ['shop/price.py', python, '>>> total(100)', '>>> total(100)  # doctest: +SKIP'],
    ['src/add.ts', script, 'toBe(150)', 'toBe(50)'],
    ['src/a.zig', zig, '150', '50'],
    ['lib/a.ex', '@doc """\n    iex> total(1)\n    150\n"""\n', '150', '50'],
  ])('P2: what %s expects needs a person: %#', (path, text, from, to) => {
    expect(text).toContain(from)
    const change = changedFile(path, text, text.replace(from, to))
    expect(auditOf([change])).toEqual(['test-changed needs-approval'])
    expect(auditOf([change], { writeSet: [path] })).toEqual(['test-changed needs-approval'])
  })

  it.each<[string, string, string, string]>([
    ['src/lib.rs', rust, 'net + net / 2', 'net * 3 / 2'],
    ['src/lib.rs', rust, '            found,\n            150\n        );', '            found, 150);'],
    ['src/lib.rs', rust, 'assert!(total(0) == 0)', 'assert!(price.total(0) == 0)'],
    [
      'src/lib.rs',
      rust,
      '    #[test]\n    fn nothing',
      '    #[test]\n    fn more() {\n        assert_eq!(total(2), 3);\n    }\n\n    #[test]\n    fn nothing',
    ],
    ['src/lib.rs', rust, '#[cfg(test)]', '// As the office wants it.\n#[cfg(test)]'],
    ['src/lib.rs', 'pub fn a() {\n    assert!(b > 1);\n}\n', 'b > 1', 'b > 2'],
    ['shop/price.py', python, 'return net', 'return net + 0'],
    ['shop/price.py', python, '    150\n', '    150\n    >>> total(0)\n    0\n'],
    ['src/add.ts', script, 'add = 1', 'add = 2'],
  ])('P2: other changes of %s do not: %#', (path, text, from, to) => {
    expect(text).toContain(from)
    expect(auditOf([changedFile(path, text, text.replace(from, to))])).toEqual([])
  })
})

const priced = `pub fn total(net: f64, rate: f64) -> f64 {
    net + net * rate
}

#[cfg(test)]
mod tests {
    use super::*;

    const EPS: f64 = 1e-9;

    struct Fake;
    impl Fake {
        fn new() -> Self {
            Fake
        }
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < EPS
    }

    fn order() -> Order {
        Order { net: 100.0, rate: half() }
    }

    #[test]
    fn adds() {
        let got = total(100.0, 0.5);
        assert!(close(got, wanted()));
        assert!(!is_paid(&got), "it is {got}");
        assert_eq!(got.floor() as i32, -1);
    }

    #[test]
    #[should_panic(expected = "negative")]
    fn refuses() {
        total(order().net, -1.0);
    }
}
`
const inSource = `export const total = (net) => net * 1.5

if (import.meta.vitest) {
  const { it, expect } = import.meta.vitest
  const close = (a, b) => Math.abs(a - b) < EPS
  it('adds', () => {
    const got = total(100)
    expect(close(got, wanted)).toBe(true)
  })
}
`
const table = `${priced.slice(0, -2)}
    #[test]
    fn table() {
        let cases = [
            (100, 150),
            (2, 3),
        ];
        for (net, gross) in cases {
            check(net, gross);
        }
    }
}
`
const twoFakes = priced.replace(
  '    const EPS',
  '    impl Other {\n        fn new() -> Self {\n            Other { net: 1.0 }\n        }\n    }\n\n    const EPS',
)
const zigSource =
  'pub fn total() u8 {\n    return 1;\n}\n\ntest "a" {\n    const got = total(5);\n    try expect(got == wanted);\n}\n'
const more =
  '\n    #[test]\n    fn more() {\n        let got = total(2.0, 0.5);\n        assert_eq!(got, 3.0);\n    }\n'

describe('what tests beside the code stand on', () => {
  it.each<[string, string, string, string]>([
    ['src/lib.rs', priced, 'total(100.0, 0.5)', 'total(300.0, 0.5)'],
    ['src/lib.rs', priced, 'let got = total(100.0, 0.5);', 'let got = 150.0;'],
    ['src/lib.rs', priced, 'let got = total(100.0, 0.5);', 'let got = wanted();'],
    ['src/lib.rs', priced, '1e-9', '1e3'],
    ['src/lib.rs', priced, '1e-9', 'f64::MAX'],
    ['src/lib.rs', priced, '(a - b).abs() < EPS', 'true'],
    ['src/lib.rs', priced, '(a - b)', '(a - a)'],
    ['src/lib.rs', priced, '< EPS', '>= EPS'],
    ['src/lib.rs', priced, '        (a - b)', '        let b = a;\n        (a - b)'],
    ['src/lib.rs', priced, 'net: 100.0', 'net: 300.0'],
    ['src/lib.rs', priced, '!is_paid', 'is_paid'],
    ['src/lib.rs', priced, '-1)', '1)'],
    ['src/lib.rs', priced, '"negative"', '"n"'],
    ['src/lib.rs', priced, '    fn adds', '    #[should_panic]\n    fn adds'],
    ['src/lib.rs', priced, '    #[test]\n    fn adds', '    #[should_panic]\n    #[test]\n    fn adds'],
    [
      'src/lib.rs',
      priced,
      '    use super::*;\n',
      '    use super::*;\n    fn total(_: f64, _: f64) -> f64 {\n        150.0\n    }\n',
    ],
    ['src/lib.rs', priced, '    use super::*;\n', '    use super::*;\n    use super::ok as total;\n'],
    ['src/lib.rs', priced, '        let got', '        let total = |_, _| 150.0;\n        let got'],
    ['src/lib.rs', priced, '        assert!(close', '        let got = wanted();\n        assert!(close'],
    ['src/total.ts', inSource, '    expect(close', '    got = wanted\n    expect(close'],
    ['src/lib.rs', table, '(100, 150)', '(100, 300)'],
    ['src/lib.rs', twoFakes, 'net: 1.0', 'net: 3.0'],
    ['src/lib.rs', table, '            (2, 3),\n', ''],
    ['src/total.ts', inSource, 'total(100)', 'total(300)'],
    ['src/total.ts', inSource, 'Math.abs(a - b) < EPS', 'ok()'],
    ['src/total.ts', inSource, '    const got', '    const total = () => 150\n    const got'],
    ['src/a.zig', zigSource, 'total(5)', 'total(6)'],
  ])('P2: what %s works with needs a person: %#', (path, text, from, to) => {
    expect(text).toContain(from)
    expect(auditOf([changedFile(path, text, text.replace(from, to))])).toEqual([
      'test-changed needs-approval',
    ])
  })

  it.each<[string, string, string, string]>([
    ['src/total.ts', inSource, "it('adds'", "it.skip('adds'"],
    ['src/total.ts', inSource, "it('adds'", "it.fails('adds'"],
    ['src/total.ts', inSource, "  it('adds'", "  it.todo('more')\n  it('adds'"],
    ['src/a.zig', zigSource, '    const', '    if (!ready()) return error.SkipZigTest;\n    const'],
  ])('P2: %s keeps tests from running: %#', (path, text, from, to) => {
    expect(text).toContain(from)
    expect(auditOf([changedFile(path, text, text.replace(from, to))])).toEqual(['test-skipped refused'])
  })

  it.each<[string, string, (text: string) => string]>([
    ['src/lib.rs', priced, (text) => text.replaceAll('got', 'found')],
    ['src/lib.rs', priced, (text) => text.replaceAll('close', 'is_near')],
    ['src/lib.rs', priced, () => twoFakes],
    ['src/lib.rs', priced, (text) => text.replaceAll('total', 'gross')],
    ['src/lib.rs', priced, (text) => text.replaceAll('Order', 'Invoice')],
    [
      'src/lib.rs',
      priced,
      (text) => text.replace('total(100.0, 0.5)', 'total(\n            100.0,\n            0.5,\n        )'),
    ],
    ['src/lib.rs', priced, (text) => text.replace('total(100.0, 0.5)', 'total(100.0, 0.5, Currency::Euro)')],
    [
      'src/lib.rs',
      priced,
      (text) => text.replace('total(100.0, 0.5);', 'total(100.0, 0.5)\n            .unwrap();'),
    ],
    ['src/lib.rs', priced, (text) => text.replace('rate: half()', 'rate: half(), buyer: buyer()')],
    ['src/lib.rs', priced, (text) => text.replace('-> bool {\n', '-> bool {\n        // Near enough.\n')],
    [
      'src/lib.rs',
      priced,
      (text) => text.replace('    #[test]\n    #[should', `${more}\n    #[test]\n    #[should`),
    ],
    [
      'src/lib.rs',
      priced,
      (text) =>
        text.replace(
          '    #[test]\n',
          '    #[test]\n    #[should_panic]\n    fn overflows() {\n        total(f64::MAX, 2.0);\n    }\n\n    #[test]\n',
        ),
    ],
    [
      'src/lib.rs',
      priced,
      (text) =>
        text.replace(
          '    struct',
          '    const RATE: f64 = 0.5;\n\n    fn item(net: f64) -> Item {\n        Item { net }\n    }\n\n    struct',
        ),
    ],
    ['src/lib.rs', priced, (text) => text.replace('use super::*;', 'use super::*;\n    use std::rc::Rc;')],
    [
      'src/lib.rs',
      priced,
      (text) => text.replace('net * rate\n}', 'rate * net\n}\n\npub fn new() -> f64 {\n    3.0\n}'),
    ],
    ['src/lib.rs', table, (text) => text.replace('(2, 3),', '(2, 3),\n            (4, 6),')],
    [
      'src/lib.rs',
      priced,
      (text) =>
        text.replace(
          '        assert!(close',
          '        assert!(close(got, wanted()));\n        let got = total(2.0, 0.5);\n        assert!(close',
        ),
    ],
    [
      'src/lib.rs',
      `#[cfg(test)]\nfn lent<'a>(text: &'a str) -> Lent<'a> {\n    read(text, 1)\n}\n\n${priced}`,
      (text) => text.replace('net * rate\n', 'net * 2.0\n'),
    ],
    [
      'src/lib.rs',
      priced.replace('let got', '// This should be so.\n        let got'),
      (text) => text.replace('This should', 'It should'),
    ],
    ['src/total.ts', inSource, (text) => text.replace('{ it, expect }', '{ describe, it, expect }')],
    ['src/total.ts', inSource, (text) => text.replace("'adds'", "'adds the tax'")],
    [
      'src/total.ts',
      inSource,
      (text) =>
        text.replace(
          "  it('adds'",
          "  it('is nothing', () => {\n    expect(total(0)).toBe(0)\n  })\n  it('adds'",
        ),
    ],
    ['src/total.ts', inSource, (text) => text.replaceAll('got', 'found')],
    ['src/a.zig', zigSource, (text) => text.replace('"a"', '"adds"')],
  ])('P2: other changes of %s need nobody: %#', (path, text, edit) => {
    expect(edit(text)).not.toBe(text)
    expect(auditOf([changedFile(path, text, edit(text))])).toEqual([])
  })
})
