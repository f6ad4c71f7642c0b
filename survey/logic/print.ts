import { binding, type Expression, fixedArguments } from './expression.ts'

/** Returns source text that parses to the same expression. A string must not contain both kinds of quotes. */
export function print(expression: Expression): string {
  return printed(expression, 0)
}

function printed(expression: Expression, least: number): string {
  switch (expression.kind) {
    case 'number':
      return decimal(expression.value)
    case 'text':
      return expression.value.includes("'") ? `"${expression.value}"` : `'${expression.value}'`
    case 'reference':
      return `\${${expression.key}}`
    case 'self':
      return '.'
    case 'parent':
      return '..'
    case 'column':
      return expression.name
    case 'minus':
      return `-${printed(expression.of, binding['*'])}`
    case 'call':
      return `${expression.name}(${expression.args.map((_, index) => argument(expression, index)).join(', ')})`
    case 'operation': {
      const strength = binding[expression.operator]
      const left = printed(expression.left, strength - 1)
      const text = `${left} ${expression.operator} ${printed(expression.right, strength)}`
      return strength > least ? text : `(${text})`
    }
  }
}

function argument({ name, args }: Extract<Expression, { kind: 'call' }>, index: number): string {
  const [arg] = args.slice(index)
  const text = arg ? printed(arg, 0) : ''
  return fixedArguments[name]?.[index] === 'field' ? `'${text}'` : text
}

/** XPath has no exponents. */
function decimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20) : text
}
