import { templates } from '#server/features/templates/catalogue/templates.ts'
import { choicesTemplate } from '#survey/testing/sample-choices.ts'
import { logicTemplate } from '#survey/testing/sample-logic.ts'

/** Preloaded into a real server (`NODE_OPTIONS`), to add templates with many expressions to its catalogue. */
Object.assign(templates, {
  [templates.length]: { ...logicTemplate, series: '019b0000-0000-7000-8000-0000000000f1' },
  [templates.length + 1]: { ...choicesTemplate, series: '019b0000-0000-7000-8000-0000000000f7' },
})
