import { templates } from '#server/features/templates/catalogue/templates.ts'
import { choicesTemplate } from '#survey/testing/sample-choices.ts'
import { logicTemplate } from '#survey/testing/sample-logic.ts'

/** Loaded before a real server's own files (`NODE_OPTIONS`): its catalogue then has templates full of expressions. */
Object.assign(templates, {
  [templates.length]: { ...logicTemplate, series: '019b0000-0000-7000-8000-0000000000f1' },
  [templates.length + 1]: { ...choicesTemplate, series: '019b0000-0000-7000-8000-0000000000f7' },
})
