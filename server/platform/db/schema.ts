// Written by `npm run schema` from the migrated database; values that it does not know are in narrowed.ts.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, Narrowed } from './narrowed.ts'

/** The tables as migrations leave them. */
export type Schema = {
  artistChannels: { id: string; artistId: string; endpoint: string; title: string; boundAt: Date }
  artistWords: {
    id: string
    artistId: string
    text: string
    concertId: string | null
    madeAt: Date
  }
  artists: {
    id: string
    username: string
    usernameKey: string
    email: string
    passwordHash: string
    accountType: Narrowed['artists.accountType']
    role: Generated<Narrowed['artists.role']>
    name: string
    imageUrls: Generated<string[]>
    shortDescription: Generated<string>
    shortDescriptionHtml: Generated<string>
    description: Generated<string>
    descriptionHtml: Generated<string>
    socials: ColumnType<Narrowed['artists.socials'], string | undefined, string>
    requestFavoritesOnly: Generated<boolean>
    phoneNumber: string | null
    sbpNumberId: string | null
    paymentDescription: Generated<string>
    paidSongsEnabled: Generated<boolean>
    minSongRubles: Generated<number>
    partnerId: string | null
    createdAt: Date
    numberCheckedAt: Date | null
    payoutRecipient: string | null
    payoutRecipientConfirmed: string | null
    taxStatus: Narrowed['artists.taxStatus'] | null
    taxName: Generated<string>
    taxInn: Generated<string>
    hiddenAt: Date | null
    blockedAt: Date | null
    payoutsFrozenAt: Date | null
    passwordChangedAt: Date | null
    emailBefore: string | null
    emailUndoHash: string | null
    emailHeldUntil: Date | null
    payoutsRestUntil: Date | null
    closingAt: Date | null
    hiddenByLeaving: Generated<boolean>
    erasedAt: Date | null
    consentEdition: string | null
    emailChangedAt: Date | null
    payoutLetters: Generated<boolean>
  }
  bandMembers: { artistId: string; members: Json<Narrowed['bandMembers.members']> }
  bandSignals: {
    id: string
    number: number
    concertId: string
    givenAt: Date
    givenBy: string | null
    words: string
  }
  bankNotices: {
    dedupeKey: string
    paymentId: string | null
    verified: boolean
    word: string
    body: string
    times: Generated<number>
    receivedAt: Date
    payoutId: string | null
  }
  bankOperations: {
    id: string
    paymentId: string
    kind: Narrowed['bankOperations.kind']
    state: Narrowed['bankOperations.state']
    tries: Generated<number>
    notBefore: Date
    answer: Generated<string>
    createdAt: Date
    closedAt: Date | null
    refusals: Generated<number>
  }
  barredSongs: { concertId: string; songId: string }
  battleVotes: { battleId: string; deviceId: string; songId: string }
  battles: {
    id: string
    concertId: string
    songIds: string[]
    startedAt: Date
    endsAt: Date
    endedAt: Date | null
    cancelled: Generated<boolean>
    winnerId: string | null
    paid: Generated<boolean>
  }
  catalogueImports: {
    name: string
    size: number | null
    headHash: string
    position: number
    line: number
    counts: Json<unknown>
    at: Date
  }
  complaints: {
    id: string
    kind: Narrowed['complaints.kind']
    artistId: string
    concertId: string | null
    about: string
    link: string
    photo: string | null
    reason: Narrowed['complaints.reason']
    words: string
    email: string
    deviceId: string | null
    createdAt: Date
    doneAt: Date | null
    doneBy: string | null
    entryId: string | null
  }
  concertMembers: {
    concertId: string
    artistId: string
    members: Json<Narrowed['concertMembers.members']>
  }
  concertNetworks: { concertId: string; network: string }
  concertTapTimes: { concertId: string; upToMs: number; count: number }
  concerts: {
    id: string
    artistId: string
    title: string
    startsAt: Date
    endsAt: Date
    status: Generated<Narrowed['concerts.status']>
    active: Generated<boolean>
    age: Generated<number>
    description: Generated<string>
    ticketLink: Generated<string>
    ableGetSongs: Generated<boolean>
    closedSession: Generated<boolean>
    showSongsOnPoster: Generated<boolean>
    autoRun: Generated<boolean>
    placeName: string
    country: Generated<string>
    city: Generated<string>
    street: Generated<string>
    houseNumber: Generated<string>
    address: Generated<string>
    placeDescription: Generated<string>
    longitude: number | null
    latitude: number | null
    timeZone: string
    revision: Generated<number>
    createdAt: Date
    startedAt: Date | null
    finishedAt: Date | null
    sequence: Generated<number>
    changedAt: Date | null
    rules: ColumnType<Narrowed['concerts.rules'], string | undefined, string>
    longerMinutes: Generated<number>
    breakUntil: Date | null
    codeWord: string | null
    pass: string | null
    commandedAt: Date | null
    corrections: Generated<number>
    startWas: Date | null
    venueWas: string | null
    ownRun: Generated<number>
    seriesId: string | null
    wrongWords: Generated<number>
    hiddenAt: Date | null
    hiddenWithAccount: Generated<boolean>
    closedByArtist: boolean | null
    words: Generated<string>
    showPlayed: Generated<boolean>
    publishAt: Date | null
    moves: Generated<number>
    movedAt: Date | null
  }
  consents: {
    id: string
    email: string
    artistId: string | null
    document: Narrowed['consents.document']
    version: string
    givenAt: Date
  }
  dataCopies: {
    id: string
    artistId: string
    askedAt: Date
    readyAt: Date | null
    tries: Generated<number>
    leasedUntil: Date | null
  }
  deeds: {
    id: string
    at: Date
    byId: string | null
    byName: string
    role: string
    kind: Narrowed['deeds.kind']
    artistId: string | null
    subject: string
    reason: string
    words: string
  }
  defaultRules: { artistId: string; rules: Json<Narrowed['defaultRules.rules']> }
  emailCodes: {
    id: string
    email: string
    purpose: Narrowed['emailCodes.purpose']
    codeHash: string
    issuedAt: Date
    tries: Generated<number>
    usedAt: Date | null
    deviceHash: string | null
    linkHash: string | null
    known: Generated<boolean>
  }
  featureFlags: { name: string; artistId: string | null; enabled: boolean }
  feedbackMessages: { id: string; message: string; createdAt: Date }
  followNews: {
    id: Generated<string>
    artistId: string
    concertId: string | null
    songId: string | null
    about: Narrowed['followNews.about']
    madeAt: Date
    dueAt: Date | null
    toWaiting: Generated<boolean>
    afterId: string | null
    goneId: string | null
    wordId: string | null
  }
  followers: {
    id: string
    email: string | null
    endpoint: string | null
    p256dh: string | null
    auth: string | null
    timeZone: string | null
    deviceId: string | null
    since: Date
  }
  follows: {
    id: string
    followerId: string
    artistId: string | null
    songId: string | null
    town: string | null
    deviceId: string | null
    askedAt: Date
    confirmedAt: Date | null
    consentEdition: string | null
    concertId: string | null
  }
  goals: {
    id: string
    artistId: string
    title: string
    amount: number
    withSongs: boolean
    oneEvening: boolean
    since: Date
    reachedAt: Date | null
    endedAt: Date | null
  }
  going: { concertId: string; deviceId: string; since: Date }
  goneConcerts: {
    id: string
    artistId: string
    title: string
    startsAt: Date
    endsAt: Date
    place: string
    closedSession: boolean
    sequence: number
    goneAt: Date
    placeName: Generated<string>
    city: Generated<string>
    timeZone: Generated<string>
    cancelled: Generated<boolean>
    words: Generated<string>
    seriesId: string | null
    longitude: number | null
    latitude: number | null
  }
  goneGuests: {
    id: Generated<string>
    concertId: string
    email: string | null
    endpoint: string | null
    p256dh: string | null
    auth: string | null
  }
  hiddenPhotos: { artistId: string; url: string; hiddenAt: Date }
  hostSongs: {
    concertId: string
    id: string
    position: number
    songId: string
    moment: string | null
    words: Generated<string>
    held: Generated<boolean>
    openedAt: Date | null
    entryId: string | null
    brought: Generated<boolean>
  }
  hosts: {
    concertId: string
    tokenHash: string
    createdAt: Date
    openedAt: Date | null
    closedAt: Date | null
  }
  idempotencyKeys: {
    call: string
    key: string
    bodyHash: string
    answer: Json<unknown>
    createdAt: Date
  }
  installation: { singleton: Generated<boolean>; demo: boolean }
  instanceSecrets: { name: string; value: string }
  knownDevices: { artistId: string; deviceHash: string; seenAt: Date }
  ledgerBalances: {
    account: string
    layer: Narrowed['ledgerBalances.layer']
    kind: string
    amount: number
  }
  ledgerLines: {
    id: GeneratedAlways<number>
    transactionId: string
    layer: Narrowed['ledgerLines.layer']
    account: string
    kind: Narrowed['ledgerLines.kind']
    amount: number
  }
  ledgerTransactions: {
    id: string
    key: string
    layer: Narrowed['ledgerTransactions.layer']
    resolves: string | null
    cause: string
    lines: number
    paymentId: string | null
    payoutId: string | null
    at: Date
  }
  loginTokens: {
    tokenHash: string
    artistId: string
    createdAt: Date
    expiresAt: Date
    id: Generated<string>
    device: Generated<string>
    place: Generated<string>
    seenAt: Date | null
    provedAt: Date | null
    openedBy: string | null
  }
  loginTries: {
    account: string
    network: string
    real: boolean
    wrong: Generated<number>
    waitUntil: Date | null
    rightAt: Date | null
    triedAt: Date
  }
  machineKeys: {
    id: string
    artistId: string
    tokenHash: string
    name: string
    rights: Narrowed['machineKeys.rights']
    createdAt: Date
    usedAt: Date | null
  }
  mailboxLetters: { id: string; recipient: string; subject: string; body: string; sentAt: Date }
  messengerCodes: {
    codeHash: string
    artistId: string | null
    orderId: string | null
    followed: string | null
    deviceId: string | null
    timeZone: string | null
    expiresAt: Date
  }
  messengerPolls: { messenger: string; cursor: string | null; leasedUntil: Date }
  moneyMarks: { name: string; value: string; at: Date }
  moneyQuestions: {
    id: string
    about: string
    subject: Narrowed['moneyQuestions.subject']
    what: string
    amount: Generated<number>
    paymentId: string | null
    bankId: string | null
    openedAt: Date
    closedAt: Date | null
    closedBy: string | null
  }
  mutedDevices: { concertId: string; deviceId: string }
  notifications: {
    recipientId: string
    orderId: string | null
    followId: string | null
    artistId: string
    subjectId: string
    kind: Narrowed['notifications.kind']
    madeAt: Date
    dueAt: Date | null
    toldAt: Date | null
    tries: Generated<number>
    messageId: string | null
    guestId: string | null
    channelId: string | null
  }
  oldUsernames: { usernameKey: string; artistId: string; leftAt: Date }
  openSongs: { concertId: string; songId: string }
  operatorAnswers: {
    id: string
    at: Date
    byName: string
    text: string
    failedAt: Date | null
    supportId: string | null
    complaintId: string | null
  }
  orderWords: {
    orderId: string
    concertId: string
    name: string
    words: string
    held: boolean
    openedAt: Date | null
    id: Generated<string>
    sings: Generated<boolean>
    singsWith: Generated<string>
    keyShift: Generated<number>
  }
  orders: {
    id: string
    concertId: string
    entryId: string
    deviceId: string
    kind: Narrowed['orders.kind']
    createdAt: Date
    paymentId: string | null
    droppedAt: Date | null
    amount: Generated<number>
    takenOff: Generated<boolean>
    joined: Generated<boolean>
    share: Generated<boolean>
    deviceErased: Generated<boolean>
    letPass: string | null
    letPassAt: Date | null
    battleId: string | null
  }
  ownSignals: { artistId: string; signals: string[] }
  padLog: {
    id: string
    concertId: string
    doneAt: Date
    doneBy: string | null
    action: Narrowed['padLog.action']
    songId: string | null
  }
  passkeyChallenges: {
    challengeHash: string
    artistId: string | null
    purpose: string
    expiresAt: Date
  }
  passkeys: {
    id: string
    artistId: string
    credentialId: string
    publicKey: string
    counter: number
    transports: Generated<string[]>
    name: string
    createdAt: Date
    usedAt: Date | null
  }
  pastSongNotes: {
    artistId: string
    songId: string
    musicBy: string | null
    wordsBy: string | null
    seconds: number | null
    musicKey: string | null
    capo: number | null
    tempo: number | null
  }
  payments: {
    id: string
    kind: Narrowed['payments.kind']
    artistId: string
    amount: number
    commissionBps: number
    state: Narrowed['payments.state']
    funds: Narrowed['payments.funds']
    reason: Narrowed['payments.reason'] | null
    attention: Narrowed['payments.attention'] | null
    attentionSince: Date | null
    method: Narrowed['payments.method'] | null
    mode: Narrowed['payments.mode']
    attempt: Generated<number>
    bankPaymentId: string | null
    bankState: Narrowed['payments.bankState'] | null
    link: string | null
    expiresAt: Date
    holdUntil: Date | null
    guarded: Generated<boolean>
    releaseAt: Date | null
    concertId: string | null
    concertTitle: Generated<string>
    songId: string | null
    songTitle: Generated<string>
    songArtist: Generated<string>
    deviceId: string | null
    message: Generated<string>
    phone: string | null
    sbpBankId: string | null
    createdAt: Date
    securedAt: Date | null
    closedAt: Date | null
    dueAt: Date | null
    leasedUntil: Date | null
    quietLooks: Generated<number>
    lookedAt: Date | null
    returnWord: Generated<string>
    shareGoal: number | null
    receiptTo: Generated<string>
    receipt: Generated<Narrowed['payments.receipt']>
    letGo: Generated<number>
    givenBack: Generated<number>
    lost: Generated<number>
    unpaidLink: Generated<boolean>
    payerNetwork: string | null
    restoreCheck: Narrowed['payments.restoreCheck'] | null
    battleId: string | null
  }
  payoutNumberChanges: {
    id: string
    artistId: string
    undoHash: string
    phoneBefore: string | null
    sbpBankBefore: string | null
    checkedAtBefore: Date | null
    phone: string | null
    sbpBankId: string | null
    changedAt: Date
    heldUntil: Date
    undoneAt: Date | null
    recipientBefore: string | null
    beganAt: Generated<Date>
  }
  payoutPlans: { artistId: string; dueAt: Date }
  payouts: {
    id: string
    artistId: string
    checkPaymentId: string | null
    amount: number
    phone: string
    sbpBankId: string
    state: Narrowed['payouts.state']
    attempt: Generated<number>
    bankPayoutId: string | null
    fee: Generated<number>
    words: Generated<string>
    attention: string | null
    attentionSince: Date | null
    createdAt: Date
    closedAt: Date | null
    dueAt: Date | null
    leasedUntil: Date | null
    tries: Generated<number>
    preparedAt: Date | null
    toldAt: Date | null
    recipient: string | null
    orderId: string | null
    orderAsked: Generated<boolean>
  }
  photos: {
    id: string
    artistId: string
    state: Narrowed['photos.state']
    bytes: number
    createdAt: Date
    changedAt: Date
  }
  pushSubscriptions: { orderId: string; endpoint: string; p256dh: string; auth: string }
  queueEntries: {
    id: string
    concertId: string
    songId: string
    status: Narrowed['queueEntries.status']
    position: number | null
    createdAt: Date
    nowAt: Date | null
    closedAt: Date | null
    own: Generated<boolean>
    forWhom: Generated<string>
    inCash: Generated<boolean>
    noted: Generated<boolean>
    goal: number | null
    beforeNote: Generated<string>
    beforeBreak: Generated<number>
    breakAt: Date | null
    titleOpenedAt: Date | null
    hiddenAt: Date | null
    cash: Generated<number>
    won: Generated<boolean>
  }
  recoveryCodes: { artistId: string; codeHash: string; usedAt: Date | null }
  registryDays: {
    day: string
    lines: number
    matched: number
    gross: number
    fee: number
    readAt: Date
  }
  registryLines: {
    key: string
    day: string
    paymentId: string | null
    bankPaymentId: string
    operation: string
    gross: number
    fee: number
  }
  repertoire: {
    artistId: string
    songId: string
    addedAt: Date
    tags: Generated<string[]>
    minRubles: number | null
    musicKey: Generated<string>
    capo: number | null
    tempo: number | null
    seconds: number | null
    notes: Generated<string>
    state: Generated<Narrowed['repertoire.state']>
    hiddenAt: Date | null
    musicBy: string | null
    wordsBy: string | null
    stateWas: string | null
  }
  sandboxDocuments: { kind: string; id: string; revision: number; body: string }
  seats: { concertId: string; deviceId: string; number: number }
  secondPads: {
    id: string
    concertId: string
    tokenHash: string
    name: string
    createdAt: Date
    openedAt: Date | null
  }
  sets: {
    id: string
    artistId: string
    title: string
    targetMinutes: number | null
    items: Json<Narrowed['sets.items']>
    updatedAt: Date
  }
  songTexts: {
    artistId: string
    songId: string
    text: string
    transpose: Generated<number>
    updatedAt: Date
    hasChords: Generated<boolean>
  }
  songWords: { word: string; songId: string }
  songs: {
    id: string
    title: string
    artistName: string
    imageUrl: Generated<string>
    source: string
    verified: boolean
    songKey: string
    orderCount: Generated<number>
    createdAt: Date
    held: boolean | null
    workId: string | null
    musicBy: Generated<string>
    wordsBy: Generated<string>
  }
  spentLimits: { key: string; spent: number; until: Date }
  supportRequests: {
    id: string
    name: string
    email: string
    topic: string
    message: string
    createdAt: Date
    doneAt: Date | null
    doneBy: string | null
  }
  tabletCodes: { concertId: string; codeHash: string; validUntil: Date }
  tablets: { id: string; concertId: string; tokenHash: string; tableNumber: number; pairedAt: Date }
  tagMinimums: { artistId: string; tag: string; rubles: number }
  tapTimes: { day: string; upToMs: number; count: number }
  thanks: {
    id: Generated<string>
    concertId: string
    orderId: string | null
    paymentId: string | null
    thankedAt: Date
    answeredAt: Date | null
  }
  tipNames: {
    paymentId: string
    artistId: string
    name: string
    withSum: boolean
    held: boolean
    hiddenAt: Date | null
    openedAt: Date | null
  }
  townWishCounts: { town: string; songId: string; persons: number }
  webhookEvents: {
    id: string
    seq: GeneratedAlways<number>
    webhookId: string
    lineId: string
    type: string
    body: string
    madeAt: Date
    dueAt: Date | null
    tries: Generated<number>
    firstTriedAt: Date | null
    status: number | null
    failure: string | null
  }
  webhooks: {
    id: string
    artistId: string
    url: string
    secret: string
    createdAt: Date
    failingSince: Date | null
    endedAt: Date | null
  }
  wishes: {
    songId: string
    artistId: string | null
    town: string | null
    deviceId: string
    wishedAt: Date
    counted: Generated<boolean>
  }
}
