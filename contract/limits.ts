/** Every number of spec §9 and of the decisions, named once. Sizes in bytes, times in milliseconds unless said. */
export const limits = {
  listPageSize: 10,
  listPageSizeMax: 100,
  teamNameMax: 80,
  teamsMax: 200,
  teamMembersMax: 100,
  teamPageSize: 25,
  /** Days for which a team's survey stays on the devices of who opened it. */
  teamOpenedDays: 30,
  reviewTextMax: 1_000,
  reviewNotesMax: 200,
  reviewsPerHour: 300,
  reviewsShown: 100,
  /** By mail of a survey that comes again: so many people, and so many mails to one of them. */
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
  /** Of an account; all of them are read at once. */
  contactsMax: 300,
  contactLineMax: 200,
  contactNoteMax: 2_000,
  /** Characters of the address that holds the picture itself. */
  contactPhotoMax: 24_000,
  contactPhotoSide: 192,
  contactsKeptPerTenMinutes: 600,
  vcardFileBytes: 5 * 1024 * 1024,
  passwordMin: 8,
  passwordMax: 128,
  surveyNameMax: 200,
  /** The longest IANA name has half as many characters. */
  timeZoneMax: 64,
  /** Of an address as the list tells it. */
  listedAddressMax: 200,
  searchMax: 200,
  /** Of the mark that says how a survey was when a device read it. */
  versionMax: 64,
  answerMax: 10_000,
  /** As the database keeps whole numbers. */
  revisionMax: 2_147_483_647,
  titleMax: 120,
  /** A label of a search holds a field's, a section's and a sub-section's name. */
  searchedFieldMax: 1_500,
  searchHitsMax: 500,
  shownHitsMax: 50,
  numberDigitsMax: 30,
  reasonMax: 500,
  signerMax: 200,
  optionsMax: 200,
  descriptionMax: 1_000,
  /** A spreadsheet or document with a form in it. */
  formFileBytes: 5 * 1024 * 1024,
  /** Of a template that people make: names, texts, keys and expressions in characters. */
  formLineMax: 500,
  formTextMax: 5_000,
  formKeyMax: 100,
  /** Languages of a template beside the one that it is written in. */
  formLanguagesMax: 20,
  formExpressionMax: 1_000,
  formNoteMax: 500,
  /** Milliseconds: a page that edits a template tells of itself so often, and edits no more after so long without. */
  formEditorTells: 10_000,
  formEditorGone: 35_000,
  formOptionsMax: 2_000,
  /** Of an imported form: a list counts once for each field that has it. */
  formOptionsOfAllMax: 100_000,
  formSectionsMax: 200,
  /** Of one section, and of all. */
  formFieldsMax: 2_000,
  formFieldsOfAllMax: 5_000,
  formsMax: 1_000,
  /** Of a draft that is tried: parts of one section, answers and fields in all, reports of an account. */
  samplePartsMax: 50,
  sampleAnswersMax: 5_000,
  sampleFieldsMax: 20_000,
  samplesPerTenMinutes: 60,
  fileNameMax: 255,
  subSectionsMax: 1_000,
  /** Deleted ones of a section that are told, the last deleted first. */
  deletedSubSectionsShown: 100,
  savedAnswersMax: 5_000,
  /** Characters, in an address. */
  seenRevisionsMax: 6_000,
  photoBytes: 10 * 1024 * 1024,
  videoBytes: 20 * 1024 * 1024,
  /** Of one file outside of surveys; files and bytes that an account may hold of those. */
  bulkFileBytes: 10 * 1024 * 1024,
  bulkFilesMax: 500,
  bulkBytes: 1024 * 1024 * 1024,
  bulkUploadsPerTenMinutes: 300,
  filesPerUpload: 10,
  /** Of one call: ten videos, and what stands around them. */
  uploadBytes: 220 * 1024 * 1024,
  /** Files that arrive in parts: so many of an account, and so many bytes, may wait to be finished or used. */
  resumableMax: 200,
  resumableBytes: 1024 * 1024 * 1024,
  resumableLife: 7 * 24 * 3_600_000,
  shapesMax: 200,
  shapeTextMax: 200,
  /** Of the JSON of one photo's shapes. */
  shapesTextMax: 256 * 1024,
  uploadsPerField: 10,
  /** The product of `uploadsPerField` and `filesPerUpload`: the largest maximum of a photo or video question. */
  filesPerField: 100,
  /** Copies of the sample survey of one account, deleted ones with them until they are gone for good. */
  samplesPerAccount: 10,
  plansPerSurvey: 20,
  planNameMax: 100,
  /** Longest side of a plan as it is shown, in pixels. */
  planSide: 3_000,
  planPdfBytes: 20 * 1024 * 1024,
  planPdfPages: 200,
  /** Of one report that lies on the disk for a slow reader, and of all of them. */
  reportPdfBytes: 2 * 1024 * 1024 * 1024,
  reportPdfBytesOfAll: 4 * 1024 * 1024 * 1024,
  /** PDFs that wait, are drawn or are on their way: of an account, of a link's guests, of everybody. */
  pdfsPerAccount: 8,
  pdfsPerLink: 20,
  pdfsOfAll: 300,
  /** Work of drawing (`reports/pdf/work.ts`) below which a report is small: some two seconds. */
  pdfSmallWork: 400_000,
  /** From this work on (some fifteen seconds) a report waits among large ones only. */
  pdfLargeWork: 3_000_000,
  /** After so long in the queue, words are better than a proxy that gives up. */
  pdfWaits: 50_000,
  /** Replies that wait on the disk for slow readers: of one, and of all of them. */
  replyBytes: 1024 * 1024 * 1024,
  replyBytesOfAll: 2 * 1024 * 1024 * 1024,
  /** Surveys that are read whole at the same time: of guests, of accounts. */
  guestsAtOnce: 4,
  accountsAtOnce: 16,
  /** Writes that are answered with a whole survey. */
  writersAtOnce: 4,
  /** Such readings that wait, are made or are on their way: of an account, a link, an address; of everybody. */
  readersPerLine: 60,
  readersOfAll: 400,
  readingWaits: 20_000,
  membersPerSurvey: 50,
  membersAddedPerHour: 60,
  linksSentPerHour: 20,
  /** By an account that has proven neither an address nor a number. */
  linksSentUnprovenPerDay: 5,
  /** Mails of shared surveys, and links to reports, that go to one address. */
  sharedMailsPerPersonHour: 10,
  copiedMax: 100,
  compressTargetBytes: 512 * 1024,
  compressMaxSide: 1_920,
  /** Bodies in bytes: of callers without a session, with an identity token in it, of accounts, and where a call carries a survey or a form. */
  strangerBodyBytes: 4 * 1024,
  identityTokenBodyBytes: 24 * 1024,
  accountBodyBytes: 256 * 1024,
  jsonBodyBytes: 8 * 1024 * 1024,
  /** Bytes of JSON and form bodies that one account, or one address without a session, may send in a minute. */
  accountBodyBytesPerMinute: 64 * 1024 * 1024,
  strangerBodyBytesPerMinute: 4 * 1024 * 1024,
  /** Bytes of a request body after which the server reads and parses it in the sender's share of the event loop. */
  pacedBodyBytes: 256 * 1024,
  /** Of a JSON body: depth of nesting, different names of keys, and values of any kind. */
  jsonDepthMax: 32,
  jsonNamesMax: 2_000,
  jsonValuesMax: 500_000,
  /** Parameters in the query of an address. */
  queryParametersMax: 100,
  searchDebounce: 300,
  uploadTick: 300,
  /** A report that is asked for may wait for others before it is drawn. */
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
  /** Of an account: the next one ends the one that was used least lately. */
  sessionsMax: 100,
  ticketLife: 3_600_000,
  /** Digits of a one-time code (spec §9), and of one that opens an account while codes are being guessed. */
  codeDigits: 4,
  codeDigitsUnderAttack: 6,
  codeTries: 5,
  /** Wrong codes evaluated per number or address and day, from any source. */
  codeFailures: 10,
  /** The share of `codeFailures` for sources the account has never signed in from; the rest is the owner's. */
  codeFailuresOfStrangers: 8,
  /** Wrong codes in the whole installation in an hour. */
  codeFailuresOfAll: 50,
  /** Wrong passwords in the whole installation in ten minutes. */
  passwordFailuresOfAll: 300,
  /** Wrong passwords for one account in ten minutes, from wherever; then what a source that is new to it has left. */
  passwordFailures: 20,
  passwordTriesBraked: 2,
  /** A code for the unsent work of a disabled account, and the session that it opens. */
  collectionCodeDigits: 8,
  collectionCodeLife: 15 * 60_000,
  /** Of the `codeTries` of such a code: open to callers whose address, or neither address nor device, the account knows. */
  collectionTriesOfKnownPlaces: 4,
  collectionTriesOfStrangers: 3,
  collectionTriesPerStranger: 2,
  collectionSession: 2 * 3_600_000,
  /** Days after a hand-over in which the former owner's devices may still add unsent work by themselves. */
  contributionDays: 90,
  /** Calls that hash a password, carried out at the same time: of one account, and of all strangers. */
  loginsInsidePerAccount: 6,
  loginsInsideOfStrangers: 16,
  /** Passwords that wait to be hashed: of one account, of all that are known where they log in, of strangers. */
  hashesWaitingPerAccount: 10,
  hashesWaitingOfKnown: 100,
  hashesWaitingOfStrangers: 20,
  /** After so many of known accounts a stranger has a turn. */
  knownHashesInARow: 8,
  /** How long a confirmed code waits for what it opens: a form is filled in meanwhile. */
  codeConfirmed: 30 * 60_000,
  sendsPerTarget: 3,
  sendsPerTargetDay: 15,
  sendsPerAddress: 10,
  /** A tenth of what the installation sends by itself: nobody alone uses that up. */
  textsPerAddressDay: 100,
  /** Share links that were not proven, from one address in ten minutes. */
  linkGuesses: 300,
  /** Calls of guests from one address in a minute, of each kind. */
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
  /** Rows of the audit log that one caller's refusals make in a minute. */
  deniedPerMinute: 10,
  /** Open streams of live changes: a few tabs of a few devices, and those whose end has not been noticed yet. */
  eventStreamsPerAccount: 30,
  openingsPerMinute: 10,
  exportsPerMinute: 10,
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
  /** A person finds and types the password of another site meanwhile. */
  socialAttemptLife: 10 * 60_000,
  /** How long what was proven waits to be joined to an account. */
  socialProofLife: 15 * 60_000,
  socialJoinTries: 5,
  socialJoinFailures: 10,
  passkeysMax: 20,
  passkeyNameMax: 60,
  passkeyChallengeLife: 5 * 60_000,
  /** So young, a session is proof enough of who holds the device. */
  freshSession: 10 * 60_000,
  restoreDays: 30,
  moveUndoDays: 30,
  /** By one call: each is read whole. */
  surveysMovedMax: 50,
  /** Surveys of older versions that are named in one reply. */
  surveysBehindMax: 2000,
  breakpointWide: 900,
  breakpointSearch: 435,
  breakpointDialog: 550,
} as const
