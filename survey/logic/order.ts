import type { Rule, Step } from './template-logic.ts'

/** Used as a field index for the section itself. */
export const wholeSection = -1

/**
 * Sorts steps so that each follows its dependencies. Steps in a cycle are marked and have no dependencies.
 */
export function inOrder(steps: readonly Step[]): readonly Step[] {
  const graph = graphOf(steps)
  const circular = circularIn(graph)
  const ordered: number[] = []
  const waiting = graph.needs.map((needs, index) => (circular.has(index) ? 0 : needs.size))
  const ready = waiting.flatMap((count, index) => (count === 0 ? [index] : []))
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    ordered.push(next)
    for (const user of graph.users[next] ?? []) {
      if (circular.has(user)) continue
      const left = (waiting[user] ?? 0) - 1
      waiting[user] = left
      if (left === 0) ready.push(user)
    }
  }
  return ordered.flatMap((index) => {
    const step = steps[index]
    return step ? [{ ...step, circular: circular.has(index) }] : []
  })
}

interface Graph {
  readonly needs: readonly ReadonlySet<number>[]
  readonly users: readonly ReadonlySet<number>[]
}

function graphOf(steps: readonly Step[]): Graph {
  const indexOf = new Map(steps.map(({ section, field }, index) => [`${section}/${field}`, index]))
  const needs = steps.map((step) => {
    const places = [
      ...placesIn(step.showIf, step.section),
      ...placesIn(step.calculation, step.section),
      ...(step.field === wholeSection ? [] : [`${step.section}/${wholeSection}`]),
    ]
    return new Set(places.flatMap((place) => indexOf.get(place) ?? []))
  })
  const users = steps.map(() => new Set<number>())
  for (const [user, all] of needs.entries()) for (const need of all) users[need]?.add(user)
  return { needs, users }
}

function placesIn(rule: Rule | null, section: number): readonly string[] {
  return [...(rule?.sources.values() ?? [])].flatMap((source) => {
    if (source.kind === 'parts') return [`${source.section}/${wholeSection}`]
    return `${source.kind === 'own' ? section : source.section}/${source.field}`
  })
}

/**
 * Returns the steps in cycles: the rest after repeatedly removing steps without dependencies or without
 * dependents. Iterative, because a template may have thousands of fields.
 */
function circularIn({ needs, users }: Graph): ReadonlySet<number> {
  const left = new Set(needs.keys())
  for (const [from, to] of [
    [needs, users],
    [users, needs],
  ] as const) {
    const counts = from.map((all) => [...all].filter((one) => left.has(one)).length)
    const free = [...left].filter((index) => counts[index] === 0)
    for (let next = free.pop(); next !== undefined; next = free.pop()) {
      left.delete(next)
      for (const other of to[next] ?? []) {
        if (!left.has(other)) continue
        counts[other] = (counts[other] ?? 0) - 1
        if (counts[other] === 0) free.push(other)
      }
    }
  }
  return left
}
