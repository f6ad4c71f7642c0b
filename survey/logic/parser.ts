import {
  binding,
  type Expression,
  expressionLimits,
  functions,
  isFunction,
  isOperator,
  type Operator,
  SyntaxFault,
} from './expression.ts'
import { type Token, tokensOf } from './lexer.ts'

/** Reads an expression. Throws a `SyntaxFault` and nothing else, whatever the text. */
export function parse(source: string): Expression {
  const parser = new Parser(tokensOf(source))
  const expression = parser.operations(0, 0)
  parser.expectEnd()
  return expression
}

/** By precedence climbing: chains of operators are loops, so that only nesting costs stack. */
class Parser {
  readonly #tokens: readonly Token[]
  #next = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
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
        return { kind: 'reference', key: token.text }
      case 'word':
        return this.#call(token, depth)
      case 'sign':
        return this.#signed(token, depth)
      case 'end':
        throw new SyntaxFault('valueExpected', token.position)
    }
  }

  #signed(token: Token, depth: number): Expression {
    if (token.text === '.') return { kind: 'self' }
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
    if (!isSign(this.#peek(), ')')) {
      do args.push(this.operations(0, depth + 1))
      while (isSign(this.#peek(), ',') && this.#take())
    }
    this.#close(open)
    const [least, most] = functions[name]
    if (args.length < least || args.length > most)
      throw new SyntaxFault('argumentCount', token.position, name)
    return { kind: 'call', name, args }
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

function operatorOf({ kind, text }: Token): Operator | null {
  return (kind === 'word' || kind === 'sign') && isOperator(text) ? text : null
}

function isSign({ kind, text }: Token, sign: string): boolean {
  return kind === 'sign' && text === sign
}
