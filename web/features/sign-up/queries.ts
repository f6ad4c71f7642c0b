import { countryCodes } from '#contract/accounts.ts'
import { reading } from '#web/lib/query-client.ts'

/** Changes hardly ever: read once a visit. */
export const countriesQuery = { ...reading(countryCodes, {}), staleTime: Number.POSITIVE_INFINITY }
