import { IntlMessageFormat } from 'intl-messageformat'
import { parseSync } from 'vite'
import { catalogue } from '#contract/messages/catalogue.ts'
import { isTest, report, sourceFiles } from './source-files.ts'

/** A node of a parsed program or message. */
type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a value's nodes, including nested ones. */
function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesOf)] : []
}

/** Types of message parts that are no value: plain text, the '#' of a plural, a tag. */
const plain = [0, 7, 8]

function namesIn(text: string): readonly string[] {
  if (!text.includes('{')) return []
  const parts = nodesOf(new IntlMessageFormat(text, 'en').getAst())
  return parts.flatMap(({ type, value }) =>
    typeof value === 'string' && !plain.includes(Number(type)) ? [value] : [],
  )
}

/** Returns the literal keys that a call may name. */
function keysIn(node: unknown): readonly string[] {
  if (!isNode(node)) return []
  if (node.type === 'ConditionalExpression') return [...keysIn(node.consequent), ...keysIn(node.alternate)]
  return node.type === 'Literal' ? [String(node.value)] : []
}

/** Returns the names of a call's values; null if they are not all literal. */
function givenIn(node: unknown): readonly string[] | null {
  if (!isNode(node)) return []
  const own = Array.isArray(node.properties) ? node.properties.filter(isNode) : []
  if (node.type !== 'ObjectExpression' || own.some(({ type }) => type !== 'Property')) return null
  return own.map(({ key }) => (isNode(key) ? String(key.name ?? key.value) : ''))
}

/** Reports values that a message needs and its call omits: users would not see them. */
function valuesMissing(path: string, text: string): readonly string[] {
  return nodesOf(parseSync(path, text).program).flatMap(({ type, callee, arguments: parts, start }) => {
    if (type !== 'CallExpression' || !isNode(callee) || callee.name !== 't' || !Array.isArray(parts))
      return []
    const given = givenIn(parts[1])
    if (given === null) return []
    const line = text.slice(0, Number(start)).split('\n').length
    return keysIn(parts[0]).flatMap((key) =>
      (needed.get(key) ?? [])
        .filter((name) => !given.includes(name))
        .map((name) => `${path}:${line} says ${key} without its value {${name}}.`),
    )
  })
}

const needed = new Map<string, readonly string[]>([...catalogue].map(([key, text]) => [key, namesIn(text)]))
report(
  'Values of messages',
  sourceFiles()
    .filter(({ path }) => /^(contract|survey|server|web)\//.test(path) && !isTest(path))
    .flatMap(({ path, text }) => valuesMissing(path, text)),
)
