import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { oneLine } from './one-line.ts'

/** The name of the property's owner. */
export const ownerName = z
  .string('surveys.ownerMissing')
  .check(
    z.overwrite(oneLine),
    z.minLength(1, 'surveys.ownerMissing'),
    z.maxLength(limits.surveyNameMax, 'surveys.nameTooLong'),
  )

export const surveyName = z
  .string('surveys.nameMissing')
  .check(
    z.overwrite(oneLine),
    z.minLength(1, 'surveys.nameMissing'),
    z.maxLength(limits.surveyNameMax, 'surveys.nameTooLong'),
  )
