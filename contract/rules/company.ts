import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { oneLine } from './one-line.ts'

/** May be empty. */
export const CompanyName = z
  .string()
  .check(z.overwrite(oneLine), z.maxLength(limits.companyMax, 'profile.companyInvalid'))
