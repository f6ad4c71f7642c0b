/** All numbers of spec §9 and of the decisions. Sizes in bytes, times in milliseconds unless noted. */
export const limits = {
  listPageSize: 10,
  listPageSizeMax: 100,
  /** A change may be committed this much later than its time says. */
  changesSettleIn: 5 * 60_000,
  /** Surveys that an account lost are listed for so long. */
  lostSurveysKept: 180 * 86_400_000,
  teamNameMax: 80,
  teamsMax: 200,
  teamMembersMax: 100,
  teamPageSize: 25,
  /** Days that a team's survey stays on the devices of members who opened it. */
  teamOpenedDays: 30,
  reviewTextMax: 1_000,
  reviewNotesMax: 200,
  reviewsPerHour: 300,
  reviewsShown: 100,
  /** Reviewers notified of a resubmitted survey, and such mails per reviewer and hour. */
  reviewersTold: 20,
  reviewMailsPerHour: 20,
  /** Surveys first submitted, and surveys accepted: one mail to a person in so many milliseconds sums them up. */
  reviewDigestEvery: 30 * 60_000,
  /** Surveys that a reviewer accepts from the list at once. */
  acceptedAtOnce: 100,
  pagerFromPages: 2,
  shownNameLength: 12,
  cutNameLength: 10,
  nameMin: 2,
  namePatternMax: 50,
  nameMax: 64,
  companyMax: 64,
  emailMax: 254,
  /** Per account; all are read at once. */
  contactsMax: 300,
  contactLineMax: 200,
  contactNoteMax: 2_000,
  /** Characters of the data URL that contains the picture. */
  contactPhotoMax: 24_000,
  contactPhotoSide: 192,
  contactsKeptPerTenMinutes: 600,
  vcardFileBytes: 5 * 1024 * 1024,
  passwordMin: 8,
  passwordMax: 128,
  surveyNameMax: 200,
  /** Twice the length of the longest IANA name. */
  timeZoneMax: 64,
  /** Characters of an address in the list. */
  listedAddressMax: 200,
  searchMax: 200,
  /** Answers whose files are read in one call; with more, the survey is read again. */
  changedFilesMax: 50,
  /** Characters of the version mark of a device's copy of a survey. */
  versionMax: 64,
  answerMax: 10_000,
  /** The maximum of the database's integer. */
  revisionMax: 2_147_483_647,
  titleMax: 120,
  /** A search's label contains names of a field, a section and a sub-section. */
  searchedFieldMax: 1_500,
  searchHitsMax: 500,
  shownHitsMax: 50,
  numberDigitsMax: 30,
  reasonMax: 500,
  signerMax: 200,
  optionsMax: 200,
  descriptionMax: 1_000,
  /** A spreadsheet or document that contains a form. */
  formFileBytes: 5 * 1024 * 1024,
  /** Characters in user-made templates: names, texts, keys and expressions. */
  formLineMax: 500,
  formTextMax: 5_000,
  formKeyMax: 100,
  /** Languages of a template besides its own. */
  formLanguagesMax: 20,
  formExpressionMax: 1_000,
  /** Shared conditions of a section. */
  formConditionsMax: 100,
  formNoteMax: 500,
  /**
   * Milliseconds: interval at which a page editing a template reports, and timeout after which it no longer
   * edits.
   */
  formEditorTells: 10_000,
  formEditorGone: 35_000,
  formOptionsMax: 2_000,
  /** For an imported form: a list counts once for each field that uses it. */
  formOptionsOfAllMax: 100_000,
  formSectionsMax: 200,
  /** Per section, and in total. */
  formFieldsMax: 2_000,
  formFieldsOfAllMax: 5_000,
  formsMax: 1_000,
  /** For the preview of a draft: parts of one section, total answers and fields, reports per account. */
  samplePartsMax: 50,
  sampleAnswersMax: 5_000,
  sampleFieldsMax: 20_000,
  samplesPerTenMinutes: 60,
  fileNameMax: 255,
  subSectionsMax: 1_000,
  /** Deleted sub-sections listed per section, the last deleted first. */
  deletedSubSectionsShown: 100,
  savedAnswersMax: 5_000,
  /** Characters, in an address. */
  seenRevisionsMax: 6_000,
  photoBytes: 10 * 1024 * 1024,
  videoBytes: 20 * 1024 * 1024,
  /** Per file outside of surveys; files and bytes per account. */
  bulkFileBytes: 10 * 1024 * 1024,
  bulkFilesMax: 500,
  bulkBytes: 1024 * 1024 * 1024,
  bulkUploadsPerTenMinutes: 300,
  filesPerUpload: 10,
  /** Per call: ten videos plus overhead. */
  uploadBytes: 220 * 1024 * 1024,
  /** Files uploaded in parts: number and bytes per account that may be unfinished or unused. */
  resumableMax: 200,
  resumableBytes: 1024 * 1024 * 1024,
  resumableLife: 7 * 24 * 3_600_000,
  shapesMax: 200,
  shapeTextMax: 200,
  /** Characters of the JSON of one photo's shapes. */
  shapesTextMax: 256 * 1024,
  uploadsPerField: 10,
  /** The product of `uploadsPerField` and `filesPerUpload`: the largest maximum of a photo or video field. */
  filesPerField: 100,
  /** Copies of the sample survey per account, including deleted ones until they are purged. */
  samplesPerAccount: 10,
  plansPerSurvey: 20,
  planNameMax: 100,
  /** Longest side of a displayed plan, in pixels. */
  planSide: 3_000,
  planPdfBytes: 20 * 1024 * 1024,
  planPdfPages: 200,
  /** Bytes of one report stored on disk for a slow reader, and of all of them. */
  reportPdfBytes: 2 * 1024 * 1024 * 1024,
  reportPdfBytesOfAll: 4 * 1024 * 1024 * 1024,
  /** PDFs waiting, rendering or being sent: per account, per link, in total. */
  pdfsPerAccount: 8,
  pdfsPerLink: 20,
  pdfsOfAll: 300,
  /** Rendering work (`reports/pdf/render-cost.ts`) below which a report is small: about two seconds. */
  pdfSmallWork: 400_000,
  /** From this work on (about fifteen seconds), a report waits among large ones only. */
  pdfLargeWork: 3_000_000,
  /** Time in the queue after which an error is better than a proxy's timeout. */
  pdfWaits: 50_000,
  /** Bytes of replies stored on disk for slow readers: per reply, and in total. */
  replyBytes: 1024 * 1024 * 1024,
  replyBytesOfAll: 2 * 1024 * 1024 * 1024,
  /** Surveys read whole at the same time: by guests, by accounts. */
  guestsAtOnce: 4,
  accountsAtOnce: 16,
  /** Concurrent writes whose reply is a whole survey. */
  writersAtOnce: 4,
  /** Such reads waiting, running or being sent: per account, link or address; in total. */
  readersPerLine: 60,
  readersOfAll: 400,
  readingWaits: 20_000,
  membersPerSurvey: 50,
  membersAddedPerHour: 60,
  linksSentPerHour: 20,
  /** For an account without a confirmed address or number. */
  linksSentUnprovenPerDay: 5,
  /** Mails about shared surveys and reports per recipient address. */
  sharedMailsPerPersonHour: 10,
  copiedMax: 100,
  compressTargetBytes: 512 * 1024,
  compressMaxSide: 1_920,
  /**
   * Body sizes in bytes: without a session, with an identity token, of accounts, and for calls with a survey
   * or form.
   */
  strangerBodyBytes: 4 * 1024,
  identityTokenBodyBytes: 24 * 1024,
  accountBodyBytes: 256 * 1024,
  jsonBodyBytes: 8 * 1024 * 1024,
  /** Bytes of JSON and form bodies per minute: per account, or per address without a session. */
  accountBodyBytesPerMinute: 64 * 1024 * 1024,
  strangerBodyBytesPerMinute: 4 * 1024 * 1024,
  /** Bytes of a request body above which the server parses it in the sender's share of the event loop. */
  pacedBodyBytes: 256 * 1024,
  /** Limits of a JSON body: nesting depth, distinct keys, and total values. */
  jsonDepthMax: 32,
  jsonNamesMax: 2_000,
  jsonValuesMax: 500_000,
  /** Parameters in the query of an address. */
  queryParametersMax: 100,
  searchDebounce: 300,
  uploadTick: 300,
  /** A requested report may wait for others before it is rendered. */
  downloadStalls: 5 * 60_000,
  uploadCloseDelay: 1_500,
  removedNotice: 5_000,
  fileErrorPopup: 5_000,
  noticeClear: 30_000,
  sectionJumpOffset: 100,
  clockSkew: 5 * 60_000,
  sessionDay: 24 * 3_600_000,
  sessionRemembered: 30 * 24 * 3_600_000,
  restrictedSession: 3_600_000,
  /** Per account: a further one ends the least recently used. */
  sessionsMax: 100,
  ticketLife: 3_600_000,
  /** Digits of a one-time code (spec §9), and of one that logs in while codes are being guessed. */
  codeDigits: 4,
  codeDigitsUnderAttack: 6,
  codeTries: 5,
  /** Wrong codes evaluated per number or address and day, from any source. */
  codeFailures: 10,
  /**
   * The share of `codeFailures` for sources the account has never signed in from; the rest is the owner's.
   */
  codeFailuresOfStrangers: 8,
  /** Wrong codes per hour in the whole installation. */
  codeFailuresOfAll: 50,
  /** Wrong passwords per ten minutes in the whole installation. */
  passwordFailuresOfAll: 300,
  /**
   * Wrong passwords per account in ten minutes from any source; then the tries left for a source new to the
   * account.
   */
  passwordFailures: 20,
  passwordTriesBraked: 2,
  /** A code for a disabled account's unsent work, and the session it opens. */
  collectionCodeDigits: 8,
  collectionCodeLife: 15 * 60_000,
  /**
   * Of the `codeTries` of such a code: available to callers whose address is known to the account, or neither
   * address nor device.
   */
  collectionTriesOfKnownPlaces: 4,
  collectionTriesOfStrangers: 3,
  collectionTriesPerStranger: 2,
  collectionSession: 2 * 3_600_000,
  /** Days after a hand-over in which the former owner's devices may still add unsent work by themselves. */
  contributionDays: 90,
  /** Concurrent calls that hash a password: per account, and for all unknown devices. */
  loginsInsidePerAccount: 6,
  loginsInsideOfStrangers: 16,
  /** Passwords waiting to be hashed: per account, of all known devices, of unknown devices. */
  hashesWaitingPerAccount: 10,
  hashesWaitingOfKnown: 100,
  hashesWaitingOfStrangers: 20,
  /** After this many hashes for known devices, an unknown one has a turn. */
  knownHashesInARow: 8,
  /** How long a confirmed code remains usable while a form is filled in. */
  codeConfirmed: 30 * 60_000,
  sendsPerTarget: 3,
  sendsPerTargetDay: 15,
  sendsPerAddress: 10,
  /** A tenth of the installation's own daily limit, so that no single address uses it up. */
  textsPerAddressDay: 100,
  /** Invalid share links per address in ten minutes. */
  linkGuesses: 300,
  /** Guest calls per address and minute, for each kind. */
  guestCalls: 600,
  resendCountdown: 120_000,
  oneTimePasswordLife: 7 * 24 * 3_600_000,
  invitationsPerHour: 100,
  invitationsPerPersonHour: 5,
  invitationsPerFile: 100,
  invitationFileBytes: 256 * 1024,
  adminPageSize: 20,
  auditPageSize: 50,
  storageTopAccounts: 20,
  userSearchMin: 2,
  userSearchRows: 20,
  userSearchesPerMinute: 30,
  /** Audit log rows per minute for one caller's rejections. */
  deniedPerMinute: 10,
  /**
   * Open streams of live changes: a few tabs on a few devices, plus streams whose end is not detected yet.
   */
  eventStreamsPerAccount: 30,
  openingsPerMinute: 10,
  exportsPerMinute: 10,
  /** Exports of tables: waiting or running per account and in total, and requests per account and hour. */
  exportsUnfinished: 3,
  exportsUnfinishedOfAll: 200,
  exportsPerHour: 60,
  /** Surveys of one export, and those named by their ids. */
  exportSurveysMax: 20_000,
  exportNamedMax: 5_000,
  exportBytes: 1024 * 1024 * 1024,
  /** How long a finished export can be downloaded. */
  exportLife: 24 * 3_600_000,
  proveEmailLife: 7 * 24 * 3_600_000,
  profilePhotoBytes: 5 * 1024 * 1024,
  cropZoomMin: 0.9,
  cropZoomMax: 3,
  cropZoomStep: 0.1,
  guestPhoneDigits: 10,
  profilePhoneDigits: 7,
  profileCountryCodeDigits: 3,
  guestRecordsSaved: 30,
  /** A record of a number with which nothing is shared any more. */
  guestRecordLife: 30 * 24 * 3_600_000,
  outboxPageSize: 25,
  testMessagesPerHour: 20,
  legalTextMax: 100_000,
  /** Time for finding and typing the provider's password. */
  socialAttemptLife: 10 * 60_000,
  /** How long a proven identity waits to be linked to an account. */
  socialProofLife: 15 * 60_000,
  socialJoinTries: 5,
  socialJoinFailures: 10,
  passkeysMax: 20,
  passkeyNameMax: 60,
  apiKeysMax: 20,
  apiKeyNameMax: 60,
  /** Calls of one API key per minute. */
  keyCallsPerMinute: 600,
  passkeyChallengeLife: 5 * 60_000,
  /** Maximum age of a session that proves who holds the device. */
  freshSession: 10 * 60_000,
  restoreDays: 30,
  moveUndoDays: 30,
  /** Per call: each survey is read whole. */
  surveysMovedMax: 50,
  /** Surveys of older versions listed in one reply. */
  surveysBehindMax: 2000,
  breakpointWide: 900,
  breakpointSearch: 435,
  breakpointDialog: 550,
} as const
