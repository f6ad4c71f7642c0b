import { templates } from '#server/features/templates/catalogue/templates.ts'
import { logicTemplate } from '#survey/logic/sample-logic.ts'

/** Loaded before a real server's own files (`NODE_OPTIONS`): its catalogue then has a template full of expressions. */
Object.assign(templates, {
  [templates.length]: { ...logicTemplate, series: '019b0000-0000-7000-8000-0000000000f1' },
})
