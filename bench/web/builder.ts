import { type BrowserContext, chromium } from 'playwright-core'
import { v7 as newId } from 'uuid'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { createForm, publishForm } from '#contract/templates/custom-forms.ts'
import { type Figure, median, quantile } from '../measure.ts'
import { openSite, type Site } from '../server/site.ts'
import { launchOptions } from './browser.ts'
import { firstField, keysToPaint, openPhone, settled, signIn } from './phone.ts'

const sections = 60
const fields = 2_000
const runs = 5
const words = 'northclosetwithtworacks'

/** Down and up again, across the section's end. */
const moves = [...Array(5).fill('Alt+ArrowDown'), ...Array(5).fill('Alt+ArrowUp')]

interface Run {
  readonly usable: number
  readonly keyP95: number
}

/**
 * Opens a template of 2,000 fields in the builder, types into a field's name, and moves the section's last
 * field into the next section and back; compared to one section of its form.
 */
export async function benchBuilder(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await chromium.launch(await launchOptions())
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signIn(context, site)
    const { builder, form } = await make(site)
    await measure(context, form)
    await measure(context, builder)
    const [ours, floor]: [Run[], Run[]] = [[], []]
    for (let run = 0; run < runs; run++) {
      floor.push(await measure(context, form))
      ours.push(await measure(context, builder))
    }
    const figure = (name: string, key: keyof Run): Figure => ({
      name: `template of ${fields} fields: ${name}`,
      value: median(ours.map((run) => run[key])),
      unit: 'ms',
      baseline: { name: 'one section of its form', value: median(floor.map((run) => run[key])) },
    })
    return [
      figure('first usable field', 'usable'),
      figure('key to paint, p95', 'keyP95'),
      {
        name: `template of ${fields} fields: move to paint, p95`,
        value: await moveToPaint(context, builder),
        unit: 'ms',
        baseline: { name: 'a key in one section of its form', value: median(floor.map((run) => run.keyP95)) },
      },
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}

async function make({ api, server }: Site): Promise<{ builder: string; form: string }> {
  const perSection = Math.ceil(fields / sections)
  const form = {
    schema: 'fieldbook-form/1' as const,
    name: 'Large',
    sections: Array.from({ length: sections }, (_, section) => ({
      key: `section_${section}`,
      name: `Section ${section}`,
      fields: Array.from({ length: perSection }, (__, field) => ({
        key: `field_${section}_${field}`,
        name: `Field ${field} of section ${section}`,
        type: 'text' as const,
        ...(field > 0 && { showIf: `\${field_${section}_0} != 'none'` }),
      })),
    })),
  }
  const made = await api.call(createForm, { body: { form } })
  const id = made?.body.data.id ?? ''
  const published = await api.call(publishForm, { params: { id }, body: {} })
  const survey_template_id = published?.body.data.attributes.survey_template_id ?? ''
  const survey = newId()
  const begun = await api.call(createSurvey, {
    body: { id: survey, survey_template_id, survey_name: 'Large', owner_name: 'Bench' },
  })
  const [first] = begun?.body.data.attributes.user_survey_sections ?? []
  if (!first) throw new Error(`No survey could be begun: ${begun?.status}`)
  return {
    builder: `${server.address}/Templates/${id}`,
    form: `${server.address}/survey/${survey_template_id}/${survey}/${first.id}`,
  }
}

async function measure(context: BrowserContext, address: string): Promise<Run> {
  const phone = await openPhone(context)
  const usable = await firstField(phone, address)
  await settled(phone)
  // The last one in view, among the section's fields in both cases.
  await phone.page.locator('main textarea, main input[type=text]:not([role])').nth(2).focus()
  const keys = await keysToPaint(phone, words)
  await settled(phone)
  await phone.page.close()
  return { usable, keyP95: quantile(keys, 0.95) }
}

async function moveToPaint(context: BrowserContext, address: string): Promise<number> {
  const phone = await openPhone(context)
  await firstField(phone, address)
  await settled(phone)
  await phone.page.locator('main textarea[id^="builder-field-0-"]').last().focus()
  await settled(phone)
  const times = await keysToPaint(phone, moves)
  await phone.page.close()
  return quantile(times, 0.95)
}
