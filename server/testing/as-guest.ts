import {
  guestInfo,
  guestNavigation,
  guestPdfDetails,
  guestPdfDownload,
  guestSection,
  guestZip,
} from '#contract/sharing/guests.ts'
import type { ApiClient } from './api.ts'

/** Makes every guest call as the holder of a link. */
export function guestCalls(api: ApiClient, linkId: string, sectionId: string) {
  const query = { guest_survey_id: linkId }
  return {
    info: () => api.call(guestInfo, { query }),
    navigation: () => api.call(guestNavigation, { query }),
    section: () => api.call(guestSection, { query: { ...query, guest_survey_section_id: sectionId } }),
    zip: () => api.call(guestZip, { query }),
    pdfDetails: () => api.call(guestPdfDetails, { query }),
    pdfDownload: () => api.call(guestPdfDownload, { query }),
  }
}

/** Returns all signed addresses in a guest's replies. */
export function signedIn(replies: readonly unknown[]): string[] {
  return [...new Set(JSON.stringify(replies).match(/\/api\/files\/\w+\/[\w-]+/g))]
}
