/**
 * The address of every screen (spec §2). The web app maps each to its screen; the server serves the page only
 * for these.
 */
export const screenPaths = [
  '/',
  '/EmailAccountRegistration',
  '/PhoneLogin',
  '/OTPInputAuth',
  '/PhoneRegistration',
  '/AdditionalDetails',
  '/EmailConfirmation',
  '/CountryCodeSelector',
  '/SocialMediaAccountLoginScreen',
  '/SocialMediaAccountRegistrationScreen',
  '/passwords',
  '/passwords/check_email',
  '/passwords/forgot_password',
  '/passwords/reset_confirmation',
  '/ForgotPasswordOTP',
  '/NewPassword',
  '/PrivacyPolicy',
  '/TermsConditions',
  '/TermsAndConditions',
  '/TermsConditionsDetail',
  '/TermsConditionsEdit',
  '/TermsConditionsUsers',
  '/dashboard',
  '/dashboard/deleted',
  '/Team',
  '/Review',
  '/Review/:surveyId/:sectionId?/:subSectionId?',
  '/profile',
  '/profile/logout',
  '/profile/confirm-email',
  '/profile/name',
  '/profile/phone',
  '/profile/company',
  '/profile/api-keys',
  '/profile/ChangePasswordMobileScreen',
  '/UserProfileBasicBlock',
  '/UserProfileAdvance2',
  '/DeleteConfirmation',
  '/survey',
  '/survey/:templateId/:surveyId/:sectionId/:subSectionId?',
  '/BuildingInfo',
  '/Home',
  '/NavigationMenu',
  '/InfoPage',
  '/Settings2',
  '/Datastorage2',
  '/Emaildeliverability',
  '/SurveyVersion/:surveyId',
  '/Templates',
  '/Templates/:id/versions',
  '/Adminconsole2',
  '/Templates/:id',
  '/AdvancedSearch',
  '/Cfspeechtotext5',
  '/CameraAccess',
  '/ContactList',
  '/UploadNewPhotoMobile',
  '/BulkUploading',
  '/survey-plans/:surveyId/:planId?',
  '/SaveAsPdf/:pdfSurveyId',
  '/GuestLogin',
  '/GuestDashboard',
  '/survey-report/:linkShareToken/:linkShareId',
  '/survey-report/:linkShareId',
] as const

export type ScreenPath = (typeof screenPaths)[number]

const roots: ReadonlySet<string> = new Set(screenPaths.map(rootOf))

/** Whether the path begins like a screen's: a link with a wrong end still opens the app, which reports it. */
export function isScreenPath(path: string): boolean {
  return roots.has(rootOf(path))
}

/** '/survey/:templateId' → 'survey'. */
function rootOf(path: string): string {
  return path.split('/').find((part) => part !== '') ?? ''
}
