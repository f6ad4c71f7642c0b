import {
  binding,
  type Expression,
  expressionLimits,
  type FixedArgument,
  type FunctionName,
  fixedArguments,
  functions,
  isFunction,
  isOperator,
  type Operator,
  SyntaxFault,
} from './expression.ts'
import { isColumnName, isKey, type Token, tokensOf } from './lexer.ts'
import { patternOf } from './pattern.ts'
import { PatternFault } from './pattern-fault.ts'

/** In a choice filter, bare names refer to columns. */
export type Use = 'rule' | 'filter'

/** Parses an expression. Throws only `SyntaxFault`, for any text. */
export function parse(source: string, use: Use = 'rule'): Expression {
  const parser = new Parser(tokensOf(source), use)
  const expression = parser.operations(0, 0)
  parser.expectEnd()
  return expression
}

/** Precedence climbing: operator chains are loops, so only nesting uses stack. */
class Parser {
  readonly #tokens: readonly Token[]
  readonly #use: Use
  #next = 0
  /** Number of references to answers or options so far. */
  #looks = 0

  constructor(tokens: readonly Token[], use: Use) {
    this.#tokens = tokens
    this.#use = use
  }

  operations(least: number, depth: number): Expression {
    let left = this.#operand(depth)
    for (;;) {
      const operator = operatorOf(this.#peek())
      if (operator === null || binding[operator] <= least) return left
      this.#take()
      const right = this.operations(binding[operator], depth)
      left = { kind: 'operation', operator, left, right }
    }
  }

  expectEnd(): void {
    const { kind, position, text } = this.#peek()
    if (kind !== 'end') throw new SyntaxFault('unexpected', position, text)
  }

  #operand(depth: number): Expression {
    const token = this.#take()
    if (depth > expressionLimits.depth) throw new SyntaxFault('tooDeep', token.position, token.text)
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: Number(token.text) }
      case 'text':
        return { kind: 'text', value: token.text }
      case 'reference':
        return this.#look({ kind: 'reference', key: token.text })
      case 'word':
        return this.#use === 'filter' && !isSign(this.#peek(), '(')
          ? this.#column(token)
          : this.#call(token, depth)
      case 'sign':
        return this.#signed(token, depth)
      case 'end':
        throw new SyntaxFault('valueExpected', token.position)
    }
  }

  #signed(token: Token, depth: number): Expression {
    if (token.text === '.') return this.#look({ kind: 'self' })
    if (token.text === '-') return { kind: 'minus', of: this.operations(binding['*'], depth + 1) }
    if (token.text !== '(') throw new SyntaxFault('valueExpected', token.position, token.text)
    const inside = this.operations(0, depth + 1)
    this.#close(token)
    return inside
  }

  #call(token: Token, depth: number): Expression {
    const name = token.text
    if (!isFunction(name)) throw new SyntaxFault('unknownFunction', token.position, name)
    const open = this.#take()
    if (open.text !== '(' || open.kind !== 'sign')
      throw new SyntaxFault('unexpected', open.position, open.text)
    const args: Expression[] = []
    const before = this.#looks
    if (!isSign(this.#peek(), ')')) {
      do args.push(this.#argument(name, args.length, depth))
      while (isSign(this.#peek(), ',') && this.#take())
    }
    this.#close(open)
    if (name === 'once' && this.#looks > before) throw new SyntaxFault('onceOfAnswers', token.position, name)
    const [least, most] = functions[name]
    if (args.length < least || args.length > most)
      throw new SyntaxFault('argumentCount', token.position, name)
    return { kind: 'call', name, args }
  }

  #argument(name: FunctionName, index: number, depth: number): Expression {
    const fixed = fixedArguments[name]?.[index]
    if (!fixed) return this.operations(0, depth + 1)
    const token = this.#take()
    if (fixed === 'pattern') return patternIn(token, name)
    const expression = fixedIn(token, fixed)
    if (!expression) throw new SyntaxFault('fixedArgument', token.position, name)
    return this.#look(expression)
  }

  #column({ text, position }: Token): Expression {
    if (!isColumnName(text)) throw new SyntaxFault('badKey', position, text)
    return this.#look({ kind: 'column', name: text })
  }

  #look(expression: Expression): Expression {
    this.#looks += 1
    return expression
  }

  #close(open: Token): void {
    const token = this.#take()
    if (isSign(token, ')')) return
    if (token.kind === 'end') throw new SyntaxFault('unclosed', open.position, open.text)
    throw new SyntaxFault('unexpected', token.position, token.text)
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', position: 0 }
  }

  #take(): Token {
    const token = this.#peek()
    this.#next += 1
    return token
  }
}

/** Returns the literal argument, or null if the token is not one. */
function fixedIn({ kind, text }: Token, fixed: Exclude<FixedArgument, 'pattern'>): Expression | null {
  if (fixed === 'parent') return kind === 'sign' && text === '..' ? { kind: 'parent' } : null
  if (kind === 'reference') return { kind: 'reference', key: text }
  const [, key = ''] = (fixed === 'field' && kind === 'text' && /^\s*\$\{(.*)\}\s*$/.exec(text)) || []
  return isKey(key.trim()) ? { kind: 'reference', key: key.trim() } : null
}

function patternIn({ kind, text, position }: Token, name: string): Expression {
  if (kind !== 'text') throw new SyntaxFault('fixedArgument', position, name)
  const pattern = patternOf(text)
  if (pattern instanceof PatternFault) throw new SyntaxFault('badPattern', position, pattern.piece)
  return { kind: 'text', value: text }
}

function operatorOf({ kind, text }: Token): Operator | null {
  return (kind === 'word' || kind === 'sign') && isOperator(text) ? text : null
}

function isSign({ kind, text }: Token, sign: string): boolean {
  return kind === 'sign' && text === sign
}
