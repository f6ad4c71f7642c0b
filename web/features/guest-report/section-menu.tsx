import { t } from '#web/lib/language/translate.ts'
import classes from './guest-screen.module.css'
import type { MenuSection } from './queries.ts'

interface Props {
  readonly menu: readonly MenuSection[]
  readonly index: number
  readonly onOpen: (sectionId: string, partId?: string) => void
}

/** All sections. The open one lists its sub-sections if it has several. */
export function SectionMenu({ menu, index, onOpen }: Props) {
  return (
    <ol className={classes.menu}>
      {menu.map((section, at) => (
        <li key={section.id}>
          <button
            type="button"
            className={classes.entry}
            aria-current={at === index ? 'page' : undefined}
            onClick={() => onOpen(section.id)}
          >
            {section.survey_section_name}
          </button>
          {at === index && section.user_survey_sub_sections.length > 1 && (
            <ol className={classes.menu}>
              {section.user_survey_sub_sections.map((part) => (
                <li key={part.id}>
                  <button
                    type="button"
                    className={classes.subEntry}
                    onClick={() => onOpen(section.id, part.id)}
                  >
                    {part.survey_sub_section_title || part.survey_sub_section_name}
                  </button>
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  )
}

/** SectionMenu as a select, for narrow screens. */
export function SectionPicker({ menu, index, onOpen }: Props) {
  const open = (value: string) => {
    const [sectionId = '', partId] = value.split('/')
    onOpen(sectionId, partId)
  }
  return (
    <label className={classes.picker}>
      {t('guests.jumpToSection')}
      <select value={menu[index]?.id ?? ''} onChange={(event) => open(event.currentTarget.value)}>
        {menu.flatMap((section, at) => [
          <option key={section.id} value={section.id}>
            {`${at + 1}. ${section.survey_section_name}`}
          </option>,
          ...(section.user_survey_sub_sections.length > 1
            ? section.user_survey_sub_sections.map((part) => (
                <option key={part.id} value={`${section.id}/${part.id}`}>
                  {`\u2003${part.survey_sub_section_title || part.survey_sub_section_name}`}
                </option>
              ))
            : []),
        ])}
      </select>
    </label>
  )
}
