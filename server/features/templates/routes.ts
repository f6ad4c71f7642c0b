import { omitUndefined } from '#contract/omit-undefined.ts'
import { listTemplates, templateDetails } from '#contract/templates/templates.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { findTemplate, findVersion, newestTemplates } from './data.ts'
import { presentTemplate } from './present.ts'

export const templateRoutes = [
  serve(listTemplates, async ({ db }) => ({ survey_templates: [...(await newestTemplates(db))] })),

  serve(templateDetails, async ({ db, query }) => {
    const template = await findTemplate(db, query.survey_template_id)
    if (!template) return fail('template.notFound')
    const { id } = template
    const version = await findVersion(db, id)
    const attributes = { ...presentTemplate(template), ...omitUndefined({ series_id: version?.series }) }
    return { survey_template_details: { data: { id, type: 'survey_template', attributes } } }
  }),
]
