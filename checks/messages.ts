import { catalogue } from '#contract/messages/catalogue.ts'
import { isTest, report, sourceFiles } from './source-files.ts'

/** Texts for users belong only in contract/messages. */
const texts = [...catalogue].map(([, text]) => text).filter((text) => text.includes(' ') && text.length > 14)
/** A sentence between tags or in an attribute that screen readers announce. */
const spoken =
  />\s*[A-Z][a-z]+(?: [A-Za-z’']+){2,}[^<>{}]*<\/|(?:label|title|placeholder|aria-label|alt)="[A-Z][^"]* [^"]*"/

/** A top-level variable statement, up to the start of the next statement. */
const statements = /^(?:export )?(?:const|let) .*?(?=^\S|(?![\s\S]))/gms

/** Reports `t` calls at module load, which would fix the language of that moment. */
function saidTooEarly(text: string): readonly string[] {
  return [...text.matchAll(statements)].flatMap(([statement]) => {
    const at = statement.search(/\bt\(/)
    return at < 0 || /=>|\bfunction\b/.test(statement.slice(0, at)) ? [] : [statement.split('\n', 1)[0] ?? '']
  })
}

const found = sourceFiles()
  .filter((file) => /^(web|server|survey)\//.test(file.path) && !isTest(file.path))
  .flatMap((file) => [
    ...texts
      .filter((text) => file.text.includes(`'${text}'`) || file.text.includes(`"${text}"`))
      .map((text) => `${file.path} repeats "${text}": t() gives it by its key.`),
    ...saidTooEarly(file.text).map(
      (start) =>
        `${file.path} translates something while it is loaded (${start}): call t() when it is shown.`,
    ),
    ...(file.path.endsWith('.tsx')
      ? (spoken.exec(file.text)?.slice(0, 1) ?? []).map(
          (text) => `${file.path} holds the sentence ${text.trim()}: move it to contract/messages.`,
        )
      : []),
  ])
report('Messages', found)
