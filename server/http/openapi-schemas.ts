import * as z from 'zod/v4/core'
import { Profile } from '#contract/accounts/profile-reply.ts'
import { SessionReply } from '#contract/accounts/session-reply.ts'
import { AccountItem } from '#contract/admin/admin.ts'
import { BulkFile } from '#contract/admin/bulk-uploads.ts'
import { Drawing } from '#contract/media/drawing.ts'
import { Upload } from '#contract/media/media.ts'
import { GuestMediaItem, MediaItem } from '#contract/media/media-item.ts'
import { PinWire, PlanItem, ShownPlan } from '#contract/media/plan-item.ts'
import { Member } from '#contract/sharing/members.ts'
import { ReportWire } from '#contract/sharing/reports.ts'
import { EarlierAnswer } from '#contract/surveys/earlier-answer.ts'
import { Review } from '#contract/surveys/review-on-wire.ts'
import { ShownSection, ShownSubSection } from '#contract/surveys/shown-section.ts'
import {
  Conflicts,
  Detail,
  ListItem,
  SavedAnswer,
  SectionWire,
  SubSectionWire,
  SurveyWire,
} from '#contract/surveys/surveys.ts'
import { DeletedItem } from '#contract/surveys/surveys-deleted.ts'
import { FormDetail, FormFault, FormItem, ImportReport } from '#contract/templates/custom-forms.ts'
import { FormDocument, FormField, FormOption, FormSection } from '#contract/templates/form-document.ts'
import { TemplateFieldWire, TemplateSectionWire, TemplateWire } from '#contract/templates/templates.ts'
import { countPattern, Done, Failed, ListMeta } from '#contract/wire.ts'

/** The schemas that generated clients name, by the name in `components.schemas`. */
const names: Readonly<Record<string, z.$ZodType>> = {
  Account: AccountItem,
  Answer: Detail,
  BulkFile,
  Conflicts,
  DeletedSurvey: DeletedItem,
  Done,
  Drawing,
  EarlierAnswer,
  Failure: Failed,
  GuestMedia: GuestMediaItem,
  ImportReport,
  ListMeta,
  Media: MediaItem,
  Member,
  Pin: PinWire,
  Plan: PlanItem,
  Profile,
  Report: ReportWire,
  Review,
  SavedAnswer,
  Session: SessionReply,
  ShownPlan,
  ShownSection,
  ShownSubSection,
  Survey: SurveyWire,
  SurveyListItem: ListItem,
  SurveySection: SectionWire,
  SurveySubSection: SubSectionWire,
  Template: TemplateWire,
  TemplateDetail: FormDetail,
  TemplateDocument: FormDocument,
  TemplateDocumentField: FormField,
  TemplateDocumentOption: FormOption,
  TemplateDocumentSection: FormSection,
  TemplateFault: FormFault,
  TemplateField: TemplateFieldWire,
  TemplateListItem: FormItem,
  TemplateSection: TemplateSectionWire,
  Upload,
}

export const namedSchemas = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(names)) namedSchemas.add(schema, { id })

/** Describes whole numbers in a query as numbers, and records with fixed keys as objects. */
export const conversion = {
  override: ({ jsonSchema }: { readonly jsonSchema: z.JSONSchema.BaseSchema }) => {
    const { pattern, propertyNames, required, additionalProperties } = jsonSchema
    if (pattern === countPattern.source) {
      delete jsonSchema.pattern
      Object.assign(jsonSchema, { type: 'integer', minimum: 0 })
    }
    if (propertyNames && required && additionalProperties) {
      delete jsonSchema.propertyNames
      jsonSchema.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]))
      jsonSchema.additionalProperties = false
    }
  },
}
