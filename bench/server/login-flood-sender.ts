import { Agent, request } from 'node:http'

const [address = '', path = ''] = process.argv.slice(2)
const { hostname, port } = new URL(address)
const addresses = 50
const fromEach = 4

let count = 0

/** Sends a wrong password for an unknown email, from one of the loopback addresses. */
function tryOne(agent: Agent): Promise<number> {
  count += 1
  const attributes = { email: `nobody${count}@example.com`, password: `Wrong7horse${count}` }
  const body = JSON.stringify({ data: { attributes } })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const { promise, resolve } = Promise.withResolvers<number>()
  request({ agent, hostname, port, family: 4, path: `/api${path}`, method: 'POST', headers }, (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
  })
    .once('error', () => resolve(0))
    .end(body)
  return promise
}

async function flood(from: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: fromEach, localAddress: `127.0.1.${from}` })
  const endless = async () => {
    for (;;) console.log(await tryOne(agent))
  }
  await Promise.all(Array.from({ length: fromEach }, endless))
}

await Promise.all(Array.from({ length: addresses }, (_, at) => flood(at + 1)))
