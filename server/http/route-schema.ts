import { keyRuleOf } from '#contract/api-key-scope.ts'
import { type Endpoint, isOpenToStrangers } from '#contract/endpoint.ts'
import { exactly, Failed } from '#contract/wire.ts'

/** For calls without a query: unknown parameters are rejected. */
const noQuery = exactly({})

/** Returns an endpoint's schemas and description, for Fastify and OpenAPI. */
export function schemaOf(endpoint: Endpoint, path: string) {
  return {
    operationId: operationIdOf(endpoint.name, path === endpoint.path ? '' : path),
    summary: endpoint.summary,
    tags: [endpoint.name.slice(0, endpoint.name.indexOf('.'))],
    ...(endpoint.params && path.includes('{') ? { params: endpoint.params } : {}),
    // A signed address carries the version of its picture, which no handler reads.
    ...(endpoint.access === 'ticket' && !endpoint.query ? {} : { querystring: endpoint.query ?? noQuery }),
    ...(endpoint.body && !endpoint.upload ? { body: endpoint.body } : {}),
    ...(endpoint.upload ? { consumes: consumesOf(endpoint.upload) } : {}),
    ...(endpoint.reply ? { response: { ...repliesOf(endpoint), '4xx': Failed } } : {}),
    security: securityOf(endpoint),
    ...(scopeOf(endpoint) && { description: `API keys need the scope \`${scopeOf(endpoint)}\`.` }),
  }
}

/** Unique and safe in an address. A call's other addresses have their own ids. */
function operationIdOf(name: string, otherPath: string): string {
  return [name, ...otherPath.split(/[^\w]+/).filter((part) => part !== '')].join('.')
}

function securityOf(endpoint: Endpoint): readonly Record<string, readonly string[]>[] {
  if (['anybody', 'optional'].includes(endpoint.access)) return [{}, { token: [] }]
  if (isOpenToStrangers(endpoint)) return []
  return scopeOf(endpoint) ? [{ token: [] }, { key: [] }] : [{ token: [] }]
}

/** The scope that an API key needs; null = no key may call. */
function scopeOf(endpoint: Endpoint): string | null {
  const { scope } = keyRuleOf(endpoint)
  return scope === 'person' ? null : scope
}

function consumesOf(upload: NonNullable<Endpoint['upload']>): readonly string[] {
  return upload === 'sheet' ? ['multipart/form-data', 'application/json'] : ['multipart/form-data']
}

function repliesOf({ status = 200, dryRun, reply }: Endpoint) {
  return dryRun ? { 200: reply, [status]: reply } : { [status]: reply }
}
