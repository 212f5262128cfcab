// Made by “npm run types” from the backend's OpenAPI; do not edit.
export interface paths {
  '/api/v1/agent/ca': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Ca
     * @description The CA of this control plane as PEM. An agent believes it only by the fingerprint that it was told.
     */
    get: operations['get_ca'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agent/heartbeat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Heartbeat
     * @description An agent is alive; it learns the server's time, the keys of jobs, whether it is still held, and when to
     *     beat again.
     *
     *     One whose place another agent with its credential has taken gets 409, and nothing of it counts.
     */
    post: operations['heartbeat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agent/reports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Post Report
     * @description Take the report of a job; the first one wins, a repeat gets the same answer.
     *
     *     A report that its job did not ask for is answered with 422, and the job fails with `bad_report`.
     */
    post: operations['post_report'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agent/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Post Ready
     * @description Take note that the load tool of a measure job is ready to begin together with those of other hosts.
     */
    post: operations['post_ready'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agent/samples': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Post Samples
     * @description Store one batch of readings, once; a live one is only shown to those who look.
     */
    post: operations['post_samples'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Ways
     * @description What the sign-in page offers, and what it says of a sign-in that was refused.
     */
    get: operations['get_ways'];
    put?: never;
    /**
     * Open Session
     * @description Check the token, the code of a link, or a password; an HttpOnly cookie then stands for the session.
     */
    post: operations['open_session'];
    /**
     * Close Session
     * @description Sign this browser out.
     */
    delete: operations['close_session'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/join': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join
     * @description Use an invitation: make an account of one's own, and sign in to it.
     */
    post: operations['join'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/join/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check Invitation
     * @description Whether an invitation can still be used; 401 says why not.
     */
    post: operations['check_invitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make Link
     * @description A link that signs one browser in, once, within 10 minutes; only the dashboard's token makes one.
     *
     *     While the account is disabled the link stands for the token: whoever runs the dashboard always gets in.
     */
    post: operations['make_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Me
     * @description Who asks, and what that person may do.
     */
    get: operations['get_me'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Sessions
     * @description The browsers that are signed in to one's account, the last used first; to the token, those of all.
     */
    get: operations['list_sessions'];
    put?: never;
    post?: never;
    /**
     * Close Sessions
     * @description Sign out everywhere; links that were not used yet stop working, too.
     */
    delete: operations['close_sessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sessions/{session_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Close One Session
     * @description Sign one browser out.
     */
    delete: operations['close_one_session'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session/oidc': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Take Answer
     * @description The provider's answer: signs this browser in and goes on at a page of ours, which may say why not.
     */
    get: operations['take_answer'];
    put?: never;
    /**
     * Begin
     * @description Begin to sign in by the OpenID provider; a cookie binds its answer to this browser.
     */
    post: operations['begin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List People
     * @description Names of all who are not disabled: whom a note can mention, and whose results to look for.
     */
    get: operations['list_people'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Accounts
     * @description Everybody, by name; who was disabled comes last.
     */
    get: operations['list_accounts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/accounts/{account_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change Account
     * @description Name, role, the right to reach into hosts, disabled or not; 409 for the last admin.
     */
    patch: operations['change_account'];
    trace?: never;
  };
  '/api/v1/accounts/{account_id}/password-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make Password Link
     * @description A link that signs its person in, once, within a day, to set a new password without the current one.
     */
    post: operations['make_password_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Invitations
     * @description Those that were not used yet, the newest first.
     */
    get: operations['list_invitations'];
    put?: never;
    /**
     * Make Invitation
     * @description A link for one person, who picks a name and a password.
     */
    post: operations['make_invitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/{invitation_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw Invitation
     * @description The link stops working.
     */
    delete: operations['withdraw_invitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/me/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change Password
     * @description Set one's own password; every other browser of the account is signed out.
     *
     *     The current one is asked for, unless the session began with a link of `dyno login` or of an admin.
     */
    put: operations['change_password'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/me/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Tokens
     * @description One's own API tokens that still work, the newest first.
     */
    get: operations['list_tokens'];
    put?: never;
    /**
     * Make Token
     * @description An API token with at most one's own rights; it is shown once.
     */
    post: operations['make_token'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/me/tokens/{token_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke Token
     * @description The token stops working at once.
     */
    delete: operations['revoke_token'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Audit
     * @description What people did, the newest first; `before` an id for more.
     */
    get: operations['list_audit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/audit/export.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export Audit
     * @description The newest 50 000 entries for which the filters hold.
     */
    get: operations['export_audit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/receivers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Receivers
     * @description Where notices go, by name.
     */
    get: operations['list_receivers'];
    put?: never;
    /**
     * Make Receiver
     * @description A webhook, a chat or a mail address; the secret of a webhook is shown once.
     */
    post: operations['make_receiver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/receivers/{receiver_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete Receiver
     * @description Nothing more is sent to it; the list of what was goes with it.
     */
    delete: operations['delete_receiver'];
    options?: never;
    head?: never;
    /**
     * Change Receiver
     * @description Its name, address, what it is told, whether at all.
     */
    patch: operations['change_receiver'];
    trace?: never;
  };
  '/api/v1/receivers/{receiver_id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send Test
     * @description A notice that says that it is a test; the list of deliveries says what came of it.
     */
    post: operations['send_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Deliveries
     * @description The newest 200, of one receiver or of all; kept for 30 days.
     */
    get: operations['list_deliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/deliveries/{delivery_id}/again': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send Again
     * @description Send it once more, under the same id.
     */
    post: operations['send_again'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/me/notices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Own Notices
     * @description What one's own account is told, and whether there is a mail server at all.
     */
    get: operations['get_own_notices'];
    /**
     * Change Own Notices
     * @description One's own mail address, and what comes there.
     */
    put: operations['change_own_notices'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Health
     * @description What is wrong with Dynoboard itself, worst first; empty when all is well.
     */
    get: operations['get_health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make Plan
     * @description Plan a launch: runs, order, time, nginx.conf, argument lists, and every error at once.
     */
    post: operations['make_plan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/checks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start Check
     * @description Ask the host under test for `nginx -t` over every nginx.conf of a plan; nothing is started there.
     */
    post: operations['start_check'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/checks/{check_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Check
     * @description Get the state of a check.
     */
    get: operations['get_check'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Experiments
     * @description Experiments that meet all conditions, newest first by default. Archived ones only when asked for.
     */
    get: operations['list_experiments'];
    put?: never;
    /**
     * Launch Experiment
     * @description Launch. On a busy testbed the experiment queues, and `queue_behind` says behind what.
     *
     *     A launch whose answer was lost can be sent again: an `Idempotency-Key` launches one experiment, and
     *     is answered with it from then on.
     */
    post: operations['launch_experiment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Experiment
     * @description One experiment with its runs and progress.
     */
    get: operations['get_experiment'];
    put?: never;
    post?: never;
    /**
     * Delete Experiment
     * @description Delete an ended experiment with its runs.
     */
    delete: operations['delete_experiment'];
    options?: never;
    head?: never;
    /**
     * Change Experiment
     * @description Name, notes, tags, star, archive. 409 with both texts when somebody else has changed the notes.
     */
    patch: operations['change_experiment'];
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/trials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Trials
     * @description All trials of an experiment in the order of the plan.
     */
    get: operations['list_trials'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/deltas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Deltas
     * @description Each run against the baseline; change 0.1 is +10%.
     */
    get: operations['get_deltas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/profile-difference': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Profile Difference
     * @description Compare where the CPU time of two runs goes, B against A.
     */
    get: operations['get_profile_difference'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/accounting': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Accounting
     * @description Split the change in the time of a request, B against A, into parts that add up.
     */
    get: operations['get_accounting'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/steps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Steps
     * @description Each run against the run that its variant derives from; empty unless some derive from another than the
     *     baseline.
     */
    get: operations['get_steps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/calibration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Calibration
     * @description Get the noise of a testbed from an experiment of equal runs.
     */
    get: operations['get_calibration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/testbeds/{testbed_id}/noise': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Noise
     * @description Get the known noise of a testbed, and from which calibration.
     */
    get: operations['get_noise'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/pivot': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Pivot
     * @description Any two factors of a grid against each other; of factors not named, the baseline's level.
     */
    get: operations['get_pivot'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/main-effects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Main Effects
     * @description Get the effect of each factor of a grid by itself, over all pairs of cells equal otherwise.
     */
    get: operations['get_main_effects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/diagnostics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Diagnostics
     * @description Trials beside the results that say why: probes, system calls of a request, what could not be seen.
     */
    get: operations['get_diagnostics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/definition.yaml': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Definition
     * @description The definition as a recipe.
     */
    get: operations['get_definition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/retest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Offer Retest
     * @description Offer fresh trials of the best variant and the baseline, or say why there is nothing to re-test.
     */
    get: operations['offer_retest'];
    put?: never;
    /**
     * Launch Retest
     * @description Launch fresh trials of the best variant, the baseline and a control; once for an `Idempotency-Key`.
     */
    post: operations['launch_retest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/retested': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Retested
     * @description The figure of a re-test beside the first one.
     */
    get: operations['get_retested'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel Experiment
     * @description Stop it and put every host back; repeating it changes nothing.
     */
    post: operations['cancel_experiment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume Experiment
     * @description Measure the trials that are left of a failed or cancelled experiment, in the same rounds.
     *
     *     409 where it did not end early, or where its hosts changed since: it says what did.
     */
    post: operations['resume_experiment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/more': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Measure Experiment More
     * @description Add rounds to a finished experiment whose questions are open, once, as a second stage.
     *
     *     409 with the reason where that is not possible; repeating it while they are measured changes nothing.
     */
    post: operations['measure_experiment_more'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Judge Experiment Again
     * @description Judge an ended experiment by today's rules, or again by those of its launch; shared verdicts stay.
     */
    post: operations['judge_experiment_again'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/bisects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Bisects
     * @description The newest bisects first.
     */
    get: operations['list_bisects'];
    put?: never;
    /**
     * Launch Bisect
     * @description Launch a bisect: the first variant against the last, then halvings, each an ordinary experiment.
     *
     *     Launched again with the same `Idempotency-Key`, it is the same one.
     */
    post: operations['launch_bisect'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/bisects/plan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Plan Bisect
     * @description Plan a bisect over the variants of a definition, in their order: rounds, time, every error at once.
     */
    post: operations['plan_bisect'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/bisects/{bisect_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Bisect
     * @description One bisect with its steps.
     */
    get: operations['get_bisect'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/bisects/{bisect_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel Bisect
     * @description End it with the experiment that it measures; repeating it changes nothing.
     */
    post: operations['cancel_bisect'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/reproduce': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Preview Reproduction
     * @description What has changed in the facts since, what the same definition would do now, and what to launch.
     */
    get: operations['preview_reproduction'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Tags
     * @description All tags with their counts, the most used first.
     */
    get: operations['list_tags'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/trend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Trend
     * @description One variant over the newest 100 finished experiments on a testbed, each with its verdict.
     */
    get: operations['get_trend'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Run
     * @description Everything behind a run's permalink; 410 when it was deleted.
     */
    get: operations['get_run'];
    put?: never;
    post?: never;
    /**
     * Delete Run
     * @description Delete a run of an ended experiment; its permalink then says so.
     */
    delete: operations['delete_run'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}/samples': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Samples
     * @description The time series of every host during one trial.
     */
    get: operations['get_samples'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}/latency': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Latency
     * @description Percentiles of all requests of a run with their intervals, and its rounds as a heat map.
     */
    get: operations['get_latency'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}/profile': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Profile
     * @description Where a run's CPU time goes: µs a request by function, system call and path.
     */
    get: operations['get_profile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/trials/{trial_id}/output': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Output
     * @description What the load tool printed.
     */
    get: operations['get_output'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Metrics
     * @description Every metric with its unit and direction.
     */
    get: operations['list_metrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/compare': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare
     * @description Groups of runs side by side: given run by run for up to eight sides, or as two levels of a factor.
     */
    get: operations['compare'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/compare/configs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare Configs
     * @description nginx.conf of two runs: with stand-ins for addresses, and as it was read back.
     */
    get: operations['compare_configs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Report
     * @description An experiment as a write-up: what was tested, where and how, table, findings in sentences.
     */
    get: operations['get_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/export.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export Experiment
     * @description An experiment as CSV, JSON, Markdown or one self-contained HTML page.
     */
    get: operations['export_experiment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/charts/{name}.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Draw Experiment
     * @description A chart of an experiment, drawn on the server.
     */
    get: operations['draw_experiment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}/export.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export Run
     * @description The trials of a run as CSV, or everything behind its permalink as JSON.
     */
    get: operations['export_run'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}/latency.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export Latency
     * @description Latency of all requests: percentiles as CSV, or each trial's histogram in HdrHistogram's log.
     */
    get: operations['export_latency'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}/profile.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export Profile
     * @description CPU time of a run by function: folded stacks, as flame graph tools read them, or a flame graph.
     */
    get: operations['export_profile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/profile-difference.svg': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export Profile Difference
     * @description Difference in CPU time between two runs by function, as a flame graph.
     */
    get: operations['export_profile_difference'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}/charts/{name}.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Draw Run
     * @description A chart of a run, drawn on the server.
     */
    get: operations['draw_run'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/compare/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Report Comparison
     * @description A comparison as a write-up; its query is that of GET /api/v1/compare, or of the page.
     */
    get: operations['report_comparison'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/compare/export.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export Comparison
     * @description A comparison as a file; its query is that of GET /api/v1/compare, or of the page.
     */
    get: operations['export_comparison'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/compare/charts/{name}.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Draw Comparison
     * @description A chart of a comparison; its query is that of GET /api/v1/compare, or of the page.
     */
    get: operations['draw_comparison'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/comparisons/{comparison_id}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Report Saved
     * @description A saved comparison as a write-up.
     */
    get: operations['report_saved'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/comparisons/{comparison_id}/export.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export Saved
     * @description A saved comparison as a file.
     */
    get: operations['export_saved'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/comparisons/{comparison_id}/charts/{name}.{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Draw Saved
     * @description A chart of a saved comparison.
     */
    get: operations['draw_saved'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/card.png': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Card Of Experiment
     * @description The picture of a link to an experiment, 1200 × 630: title, headline, deltas of the top variants.
     */
    get: operations['card_of_experiment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs/{run_id}/card.png': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Card Of Run
     * @description The picture of a link to a run: its figure and its trials.
     */
    get: operations['card_of_run'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/compare/card.png': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Card Of Comparison
     * @description The picture of a link to a comparison; its query is that of the Compare page.
     */
    get: operations['card_of_comparison'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/comparisons/{comparison_id}/card.png': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Card Of Saved
     * @description The picture of a link to a saved comparison.
     */
    get: operations['card_of_saved'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/imports/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview Import
     * @description Every report and table in the texts, and the import that they suggest; nothing is written.
     */
    post: operations['preview_import'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/imports/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Recognise Settings
     * @description Which settings will be kept as knobs; the others are kept as reported by the source.
     */
    post: operations['recognise_settings'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create Import
     * @description A finished experiment from outputs of load tools, or from a published table.
     */
    post: operations['create_import'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/imports/example': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open Example
     * @description The example result: made when it is opened first, and again after it was deleted.
     */
    post: operations['open_example'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/texts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Texts
     * @description The texts that an experiment was imported from: names and sizes.
     */
    get: operations['list_texts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/experiments/{experiment_id}/texts/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Text
     * @description One of them, as it was given.
     */
    get: operations['get_text'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/comparisons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Comparisons
     * @description Saved comparisons, the newest change first.
     */
    get: operations['list_comparisons'];
    put?: never;
    /**
     * Save Comparison
     * @description Save the state of the Compare page under a name; its page is /c/{id}.
     */
    post: operations['save_comparison'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/comparisons/{comparison_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get Comparison */
    get: operations['get_comparison'];
    put?: never;
    post?: never;
    /**
     * Delete Comparison
     * @description Delete what was saved; the runs stay.
     */
    delete: operations['delete_comparison'];
    options?: never;
    head?: never;
    /**
     * Change Comparison
     * @description Rename it, edit its notes, or save a changed state; 409 when somebody else has changed the notes.
     */
    patch: operations['change_comparison'];
    trace?: never;
  };
  '/api/v1/share-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Share Links
     * @description What is shared and was: the newest first.
     */
    get: operations['list_share_links'];
    put?: never;
    /**
     * Make Share Link
     * @description A link that shows one result to anybody who has it, read only. Its address is told this once.
     */
    post: operations['make_share_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/share-links/{link_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke Share Link
     * @description From now on it opens nothing; pages that are open show nothing new.
     */
    delete: operations['revoke_share_link'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/shared': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open Share Link
     * @description What a link shows, for anybody who has it. 404 in the same words for unknown, expired, revoked.
     */
    post: operations['open_share_link'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/shared/{link_id}/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Shared
     * @description What a link shows of the API, at the same address with the same query: `shared/ID/experiments/…` for
     *     `experiments/…`. Asked with the cookie that opening the link gave; everything outside is a 404.
     */
    get: operations['get_shared'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/recipes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Recipes
     * @description Own recipes and those shipped, with the minutes each takes on a testbed and what stands in its way.
     */
    get: operations['list_recipes'];
    put?: never;
    /**
     * Save Recipe
     * @description Save a definition as a recipe, or as the next version of one; 409 when that version is there.
     */
    post: operations['save_recipe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/recipes/{slug}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Recipe
     * @description One form of a recipe, sized to the CPUs of a testbed.
     */
    get: operations['get_recipe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change Recipe
     * @description Retire an own recipe, or bring it back. Experiments that were launched from it stay as they are.
     */
    patch: operations['change_recipe'];
    trace?: never;
  };
  '/api/v1/recipes/{slug}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Versions
     * @description All versions of an own recipe, the newest first; none of one that is shipped.
     */
    get: operations['list_versions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/definitions/from-nginx-conf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start From Conf
     * @description A definition whose baseline is a pasted nginx.conf, and what becomes of each of its directives.
     *
     *     Nothing is stored. 422 names file and line of what cannot be read. `lacks` lists what the testbed's
     *     nginx does not know.
     */
    post: operations['start_from_conf'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/workloads/from-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start From Log
     * @description A workload with the mix of requests of an access log, which is the body, and what was left out.
     *
     *     Nothing is stored. Without `keep_paths` no text of the log comes back: the workload brings pages of the
     *     sizes seen. 422 names the first line that does not fit.
     */
    post: operations['start_from_log'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/knobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Knobs
     * @description Every setting that can be put under test, with an entry of its own.
     *
     *     Beside these there are two kinds of names that are built, and that a definition takes as well:
     *
     *     - each other kernel setting by its key, `sysctl.` and a key below net, fs, vm or kernel; the role is
     *       `proxy`. Many have a range (docs/knobs.md); the rest needs the word of the host's operator.
     *       Which keys a host has and lets its agent write is in its facts, `abilities.sysctls`.
     *     - each knob of the families sysctl, irq, cpu and limits for another host than the proxy's: `load.` or
     *       `backend.` before the name.
     *
     *     `flavour`, `since`, `until` and `module` say what the server must be (its facts: `nginx.flavour`,
     *     `number` or `base`, `modules`); a knob with `answers` acts on the proxy where the proxy answers itself.
     */
    get: operations['list_knobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tools': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Tools
     * @description The load tools: what each can do, and where its figures end. Which ones a host has is in its facts.
     */
    get: operations['list_tools'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/queue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Queues
     * @description List for every testbed who uses it, who waits for it, and when they are expected to start.
     */
    get: operations['list_queues'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/queue/{experiment_id}/move': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move In Queue
     * @description Another place in line for a queued experiment; 409 where the line has changed since it was seen.
     */
    post: operations['move_in_queue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/hosts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Hosts
     * @description All hosts, or those of a condition, by name.
     */
    get: operations['list_hosts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/hosts/{host_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Host
     * @description One host with its newest jobs.
     */
    get: operations['get_host'];
    put?: never;
    post?: never;
    /**
     * Remove Host
     * @description Remove a host: its agent's credentials stop working at once. Its results stay.
     */
    delete: operations['remove_host'];
    options?: never;
    head?: never;
    /**
     * Change Host
     * @description Give a host labels, drain it, or take it into use again.
     */
    patch: operations['change_host'];
    trace?: never;
  };
  '/api/v1/hosts/{host_id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore Host
     * @description Put back what could not be restored, or leave it as it is; its outcome arrives as a host event.
     */
    post: operations['restore_host'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/enrolment-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Enrolment Tokens
     * @description Enrolment tokens that are still good or were used within the last hour, newest first.
     */
    get: operations['list_enrolment_tokens'];
    put?: never;
    /**
     * Make Enrolment Token
     * @description Make a token that lets an agent become a host; its secret is in this answer only.
     */
    post: operations['make_enrolment_token'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/enrolment-tokens/{token_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke Enrolment Token
     * @description Revoke a token. Hosts that came in with it stay.
     */
    delete: operations['revoke_enrolment_token'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/waiting-agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Waiting Agents
     * @description Agents that wait for approval, oldest first.
     */
    get: operations['list_waiting_agents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/waiting-agents/{request_id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve Agent
     * @description Let an agent in. If a host has its name, the agent takes its place; the one before is locked out.
     */
    post: operations['approve_agent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/waiting-agents/{request_id}/refuse': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Refuse Agent
     * @description Tell an agent no. A host that has its name stays as it is.
     */
    post: operations['refuse_agent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Reach
     * @description Whether machines elsewhere can reach this dashboard and its broker, and what they would install.
     */
    get: operations['get_reach'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/testbeds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List Testbeds
     * @description The testbeds in use, or those that were retired; oldest first.
     */
    get: operations['list_testbeds'];
    put?: never;
    /**
     * Create Testbed
     * @description Assign hosts to roles under a name.
     */
    post: operations['create_testbed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/testbeds/{testbed_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Testbed
     * @description One testbed.
     */
    get: operations['get_testbed'];
    put?: never;
    post?: never;
    /**
     * Delete Testbed
     * @description Forget a testbed that no experiment uses.
     */
    delete: operations['delete_testbed'];
    options?: never;
    head?: never;
    /**
     * Change Testbed
     * @description Give a testbed another name or other hosts, retire it, or bring it back.
     */
    patch: operations['change_testbed'];
    trace?: never;
  };
  '/api/v1/testbeds/{testbed_id}/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Testbed Check
     * @description The last check of a testbed: running, or its results for each host and each pair.
     */
    get: operations['get_testbed_check'];
    put?: never;
    /**
     * Check Testbed
     * @description Let the hosts of a testbed call each other, with a second of load, and look at ports and clocks.
     */
    post: operations['check_testbed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agent/enrol': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enrol
     * @description Become a host, with an enrolment token or with a credential that is known; or wait for approval.
     */
    post: operations['enrol'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/version': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Version
     * @description The version of the running Dynoboard.
     */
    get: operations['get_version'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Stream Events
     * @description Server-sent events: what changed (`experiment`, `host`), and live readings (`reading`).
     */
    get: operations['stream_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agent/install.sh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Installer
     * @description The script that installs the agent. Nothing of the request is in it: it takes arguments.
     */
    get: operations['get_installer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agent/wheels/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get Wheel
     * @description A wheel by its name; by `cp312-x86_64`, digests and names of all that such a host needs.
     */
    get: operations['get_wheel'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * Abilities
     * @description Abilities of an agent to change and see its host. A text says why it may not; empty: it may.
     */
    Abilities: {
      /**
       * Sysctl
       * @default
       */
      sysctl: string;
      /**
       * Sysctls
       * @description keys that exist here and may be written
       */
      sysctls?: string[];
      /**
       * Irq Affinity
       * @default
       */
      irq_affinity: string;
      /**
       * Irqbalance
       * @default
       */
      irqbalance: string;
      /**
       * Governor
       * @default
       */
      governor: string;
      /** Governors */
      governors?: string[];
      /**
       * Nice
       * @default
       */
      nice: string;
      /**
       * Nofile
       * @default 0
       */
      nofile: number;
      /**
       * Profile
       * @default its agent is older than profiles: install the one of this dashboard
       */
      profile: string;
      /**
       * System Calls
       * @default its agent is older than profiles: install the one of this dashboard
       */
      system_calls: string;
      /**
       * Mix
       * @default its agent is older than mixes of requests: install the one of this dashboard
       */
      mix: string;
      /**
       * Site
       * @default its agent is older than synthetic sites: install the one of this dashboard
       */
      site: string;
      /**
       * Generators
       * @default its agent is older than several generators: install the one of this dashboard
       */
      generators: string;
      /**
       * Hold
       * @default its agent is older than held connections: install the one of this dashboard
       */
      hold: string;
      /**
       * Servers
       * @default its agent is older than declared servers: install the one of this dashboard
       */
      servers: string;
      /**
       * Fire
       * @default its agent is older than several load hosts: install the one of this dashboard
       */
      fire: string;
    };
    /** Accepted */
    Accepted: {
      /** Accepted */
      accepted: boolean;
    };
    /**
     * AccountChange
     * @description Only what is given changes.
     */
    AccountChange: {
      /** Name */
      name?: string | null;
      role?: components['schemas']['Role'] | null;
      /** Can Reach Hosts */
      can_reach_hosts?: boolean | null;
      /**
       * Disabled
       * @description true also ends the account's sessions, and revokes its tokens and invitations for good
       */
      disabled?: boolean | null;
    };
    /**
     * AccountOut
     * @description A person.
     */
    AccountOut: {
      /** Id */
      id: string;
      /** Login */
      login: string;
      /** Name */
      name: string;
      role: components['schemas']['Role'];
      /** Can Reach Hosts */
      can_reach_hosts: boolean;
      /** Has Password */
      has_password: boolean;
      /**
       * Has Provider
       * @description whether it is linked to a person at the OpenID provider
       */
      has_provider: boolean;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Last Used At
       * @description by a browser that is still signed in
       */
      last_used_at: string | null;
      /** Disabled At */
      disabled_at: string | null;
    };
    /**
     * AccountedPart
     * @description A part of the time a request, in µs; the last row is the whole.
     */
    AccountedPart: {
      /** Name */
      name: ('cpu' | 'proxy' | 'backend' | 'load' | 'network' | 'steal' | 'others' | 'rest') | 'whole';
      /**
       * Label
       * @example waiting at the backend
       */
      label: string;
      /** Baseline */
      baseline: number;
      /**
       * Variant
       * @description the baseline's and the change
       */
      variant: number;
      /** Change */
      change: number;
      /**
       * Low
       * @description of the 95% interval of the change; None: too few starts of servers
       */
      low: number | null;
      /** High */
      high: number | null;
      /**
       * Clear
       * @description not 0, counting all parts: Holm
       */
      clear: boolean;
      /**
       * Share
       * @description of the whole change; None where that is not clear
       */
      share: number | null;
      /**
       * Texts
       * @description cells of the table, by `columns`
       * @example [
       *       "waiting at the backend",
       *       "10.0 µs",
       *       "144 µs",
       *       "+134 µs [130, 138]",
       *       "93%"
       *     ]
       */
      texts: string[];
    };
    /**
     * Accounting
     * @description Parts of the change in time a request, 1 ÷ throughput: CPU, waiting by place, rest. They add up.
     */
    Accounting: {
      /**
       * Sentence
       * @description empty where the whole is not clear
       * @example The loss is 144 µs a request: 134 µs [130, 138] waiting at the backend (93%).
       */
      sentence: string;
      /**
       * Title
       * @example Where the time of a request goes
       */
      title: string;
      /**
       * Caption
       * @description how to read the table
       */
      caption: string;
      /** Columns */
      columns: string[];
      /**
       * Rows
       * @description none where nothing is accounted for: a note says why
       */
      rows: components['schemas']['AccountedPart'][];
      /**
       * Notes
       * @description what is not measured and why, or why there are no intervals
       */
      notes: string[];
    };
    /**
     * Act
     * @description What can be done that others may ask about.
     * @enum {string}
     */
    Act:
      | 'launched'
      | 'imported'
      | 'cancelled'
      | 'resumed'
      | 'measured more'
      | 'judged again'
      | 'deleted'
      | 'saved'
      | 'changed'
      | 'shared'
      | 'enrolled'
      | 'refused'
      | 'removed'
      | 'restored'
      | 'signed in'
      | 'failed sign-in'
      | 'invited'
      | 'joined'
      | 'linked'
      | 'rights changed'
      | 'password changed'
      | 'password link made'
      | 'token made'
      | 'receiver changed';
    /**
     * AdviceOut
     * @description One thing that a plan may get wrong. It never blocks a launch.
     */
    AdviceOut: {
      /**
       * Code
       * @description the rule, e.g. `keepalive_without_http11`; docs/advice.md explains each
       */
      code: string;
      /**
       * Severity
       * @enum {string}
       */
      severity: 'warning' | 'hint';
      /**
       * Variant
       * @description None: it concerns several, or the whole plan
       */
      variant: string | null;
      /**
       * Variants
       * @description variants or cells of the grid that it concerns; empty: all of them
       */
      variants?: string[];
      /**
       * Place
       * @description in the definition, e.g. `variants[2].set.upstream.keepalive`
       */
      place: string;
      /**
       * Line
       * @description in the YAML that was posted, from 1
       */
      line?: number | null;
      /** Column */
      column?: number | null;
      /**
       * Knob
       * @description the knob to look at, where there is one
       */
      knob: string | null;
      /** Text */
      text: string;
      /**
       * Example
       * @description what to write instead, as it stands in a definition or in nginx.conf
       */
      example: string;
      /**
       * Changes
       * @description edits that end this advice; none where a text of your own or a level of a grid says it
       */
      changes?: components['schemas']['ChangeOut'][];
      /**
       * Source
       * @description which documentation or write-up says so
       */
      source: string;
    };
    /**
     * Answer
     * @description Answer to one question, such as throughput: the best change in it, or that none is settled.
     */
    Answer: {
      /** Metric */
      metric: string;
      /**
       * Run Id
       * @description None: it is about a factor of a grid
       */
      run_id: string | null;
      /** Name */
      name: string;
      delta: components['schemas']['DeltaOut'];
      /** Verdict */
      verdict: string;
      /** Size */
      size: ('at_least' | 'open' | 'small') | null;
      /**
       * Sentence
       * @example workers 2 raises throughput: 8.91k → 17.1k req/s (+92.2% [+88.1, +96.4], size open).
       */
      sentence: string;
      /**
       * Opposite Workloads
       * @description under which the same variant has the opposite verdict
       */
      opposite_workloads?: string[];
    };
    /** ApiTokenIn */
    ApiTokenIn: {
      /** Name */
      name: string;
      /** @default read */
      scope: components['schemas']['Scope'];
      /**
       * Days
       * @default 90
       */
      days: number;
    };
    /**
     * ApiTokenOut
     * @description An API token of one's own.
     */
    ApiTokenOut: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      scope: components['schemas']['Scope'];
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Expires At
       * Format: date-time
       */
      expires_at: string;
      /**
       * Last Used At
       * @description to within five minutes
       */
      last_used_at: string | null;
    };
    /**
     * AppliedSetting
     * @description A setting as the host has it now, read back, and what it had before.
     */
    AppliedSetting: {
      setting: components['schemas']['Setting'];
      /** Before */
      before: string;
      /** Now */
      now: string;
    };
    /** BaselineCurve */
    BaselineCurve: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /** Percentiles */
      percentiles: {
        [key: string]: number;
      };
      /** Conf */
      conf: string;
      /**
       * Builds
       * @description its servers and those of the run
       */
      builds?: components['schemas']['ServerPair'][];
    };
    /**
     * Beginning
     * @description What a sign-in by the provider is for.
     */
    Beginning: {
      /**
       * To
       * @description the page to go on at
       * @default /
       */
      to: string;
      /**
       * Invitation
       * @description code of an invitation that is used
       */
      invitation?: string | null;
      /**
       * Link
       * @description link the account that is signed in, instead of signing in
       * @default false
       */
      link: boolean;
    };
    /** Begun */
    Begun: {
      /**
       * Url
       * @description where the browser goes on: at the provider
       */
      url: string;
    };
    /**
     * BisectOut
     * @description A bisect. Its answer is `sentence`.
     */
    BisectOut: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /**
       * State
       * @enum {string}
       */
      state: 'running' | 'finished' | 'failed' | 'cancelled';
      /** Sentence */
      sentence: string;
      /**
       * Is Trusted
       * @description false: the experiment of a step is not trustworthy
       */
      is_trusted: boolean;
      /**
       * Problem
       * @description why the next step waits, or why it failed; else empty
       */
      problem: string;
      /**
       * Variants
       * @description names in their order
       */
      variants: string[];
      /**
       * Min Effect
       * @description the change looked for, 0.03 is ±3%
       */
      min_effect: number;
      /** Max Rounds */
      max_rounds: number;
      /** Likely Rounds */
      likely_rounds: number | null;
      /**
       * Max Steps
       * @description experiments that one change takes at most
       */
      max_steps: number;
      /** Steps */
      steps: components['schemas']['BisectStepOut'][];
      testbed: components['schemas']['ExperimentRef'] | null;
      owner: components['schemas']['PersonRef'] | null;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /** Finished At */
      finished_at: string | null;
    };
    /**
     * BisectPlan
     * @description Rounds and time that a bisect is likely to take. With errors it cannot be launched.
     */
    BisectPlan: {
      /** Errors */
      errors?: components['schemas']['ProblemItem'][];
      /**
       * Variants
       * @description names in their order
       */
      variants?: string[];
      /**
       * Experiments
       * @description that one change takes at most
       * @default 0
       */
      experiments: number;
      /**
       * Max Rounds
       * @description of each experiment
       * @default 0
       */
      max_rounds: number;
      /**
       * Likely Rounds
       * @description of an experiment on average, where there is such a change; None: noise is not known, or so many rounds seldom find it
       */
      likely_rounds?: number | null;
      /**
       * Likely Seconds
       * @description of all experiments together
       */
      likely_seconds?: number | null;
      /**
       * Max Seconds
       * @default 0
       */
      max_seconds: number;
      /**
       * Sentence
       * @default
       */
      sentence: string;
    };
    /** BisectStepOut */
    BisectStepOut: {
      experiment: components['schemas']['ExperimentRef'];
      /**
       * Is Deleted
       * @default false
       */
      is_deleted: boolean;
      /** @description None while it is measured */
      outcome: components['schemas']['Outcome'] | null;
      /**
       * Words
       * @description outcome in words; empty while it is measured
       */
      words: string;
      /**
       * Rounds
       * @description whole ones that it took
       */
      rounds: number | null;
    };
    /**
     * Bottleneck
     * @description Bottleneck of a run, with the evidence in numbers and what to do about it.
     */
    Bottleneck: {
      /**
       * Code
       * @example all_workers
       */
      code: string;
      /**
       * Title
       * @description in few words, within a sentence
       * @example the proxy’s workers
       */
      title: string;
      /**
       * Role
       * @description whose bottleneck it is; None where it is nobody's alone
       */
      role?: ('load' | 'proxy' | 'backend') | null;
      /**
       * Host
       * @default
       */
      host: string;
      /**
       * Sentence
       * @example Both workers of the proxy were busy 99% of the time.
       */
      sentence: string;
      /**
       * Advice
       * @description what to do about it, in few words
       */
      advice: string;
      /**
       * Chart
       * @description the kind of reading on the run's page that shows it
       * @enum {string}
       */
      chart: 'cpu' | 'softirq' | 'network' | 'sockets' | 'nginx' | 'waiting';
      /**
       * Is Near
       * @description its interval holds the border: not sure that it is one
       * @default false
       */
      is_near: boolean;
    };
    /** BuildDifference */
    BuildDifference: {
      /** Name */
      name: string;
      /** Reference */
      reference: string;
      /** Value */
      value: string;
    };
    /**
     * CalibrationOut
     * @description The noise of a testbed, by an experiment of equal runs.
     */
    CalibrationOut: {
      /**
       * Rounds
       * @description with a valid trial of two runs at least
       */
      rounds: number;
      /** Rounds Planned */
      rounds_planned: number;
      /**
       * Trials
       * @description valid ones
       */
      trials: number;
      /**
       * Left Out
       * @description invalid and failed ones
       */
      left_out: number;
      /**
       * Length S
       * @description of a trial; None where it ends by a number of requests
       */
      length_s: number | null;
      /**
       * Between
       * @description spread of one start of a server against another
       */
      between: number | null;
      /**
       * Between Range
       * @description 95% interval, two ends
       */
      between_range: number[] | null;
      /**
       * Within
       * @description spread of trials of one start
       */
      within: number | null;
      /** Within Range */
      within_range: number[] | null;
      /** Starts */
      starts: number;
      /** Sentence */
      sentence: string;
      /**
       * Cautions
       * @description what cannot be said, and why
       */
      cautions: string[];
      /** Lengths */
      lengths: components['schemas']['LengthOut'][];
      equals: components['schemas']['EqualsOut'] | null;
      /** Needs */
      needs: components['schemas']['NeedOut'][];
      /** Disturbances */
      disturbances: components['schemas']['DisturbanceOut'][];
      /** Far */
      far: components['schemas']['FarTrialOut'][];
      timeline: components['schemas']['TimelineOut'];
      /** Todo */
      todo: string[];
    };
    /**
     * CalibrationRef
     * @description The calibration that is counted with.
     */
    CalibrationRef: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /**
       * At
       * Format: date-time
       * @description when it ended
       */
      at: string;
      /**
       * Outdated
       * @description why it may no longer hold: its age, hosts that have changed
       */
      outdated: string[];
    };
    /**
     * CallRow
     * @description Calls of one name for each request; `baseline` and `difference` only where there is one to compare.
     */
    CallRow: {
      /** Name */
      name: string;
      /** Value */
      value: number;
      /** Baseline */
      baseline: number | null;
      /** Difference */
      difference: number | null;
    };
    /** CallTableOut */
    CallTableOut: {
      /** Role */
      role: string;
      total: components['schemas']['CallRow'];
      /** Rows */
      rows: components['schemas']['CallRow'][];
      /**
       * Is Exact
       * @description no event was lost
       */
      is_exact: boolean;
    };
    /**
     * CameFrom
     * @description What somebody signed in with.
     * @enum {string}
     */
    CameFrom: 'link' | 'token' | 'password' | 'invited' | 'provider' | 'reset';
    /**
     * CandidateOut
     * @description One side against A. Its overall deltas are adjusted by Holm over all sides.
     */
    CandidateOut: {
      /**
       * Side
       * @example b
       */
      side: string;
      /** Title */
      title: string;
      /** Paired */
      paired: boolean;
      matching: components['schemas']['Matching'];
      /** Runs */
      runs: components['schemas']['RunRef'][];
      /** Pairs */
      pairs: components['schemas']['ComparedPair'][];
      /** Overall */
      overall: components['schemas']['OverallRow'][];
      /**
       * Serious
       * @description number of serious caveats
       */
      serious: number;
      /**
       * Is Untrusted
       * @description trust in an experiment of A or of it is red
       * @default false
       */
      is_untrusted: boolean;
    };
    /**
     * CannotDiagnose
     * @description A host that cannot run a diagnostic, and what to do about it. The experiment runs all the same.
     */
    CannotDiagnose: {
      /** Host */
      host: string;
      /** Reason */
      reason: string;
    };
    /**
     * CauseOut
     * @description Cause of the difference on one host, in a sentence.
     */
    CauseOut: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /** Host */
      host: string;
      /**
       * Sentence
       * @example The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 4.6 µs less in openat and close.
       */
      sentence: string;
      /**
       * Change
       * @description exact, by the counters of the measured trials
       */
      change: number;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
      /** Clear */
      clear: boolean;
      /**
       * Explained
       * @description share of it that what is named makes up, 0.9 = 90%
       */
      explained: number | null;
    };
    /**
     * Caveat
     * @description Why the two sides may not be comparable, and what to do about it.
     */
    Caveat: {
      /**
       * Level
       * @enum {string}
       */
      level: 'serious' | 'caution' | 'note';
      /**
       * Code
       * @example tool
       */
      code: string;
      /** Text */
      text: string;
      /** Advice */
      advice: string;
    };
    /**
     * Ceiling
     * @description The search for the largest number of connections, or the largest rate, that fulfils its limits.
     */
    Ceiling: {
      /**
       * Of
       * @description rate: requests per second, of a load tool that keeps a rate
       * @default connections
       * @enum {string}
       */
      of: 'connections' | 'rate';
      /**
       * Latency
       * @description percentile → the most seconds that a probe passes with; default: no limit
       */
      latency?: {
        [key: string]: number;
      };
      /**
       * From
       * @description first probe
       * @default 64
       */
      from: number;
      /**
       * To
       * @description largest probe
       * @default 4096
       */
      to: number;
      /**
       * Resolution
       * @description widest gap that is an answer
       * @default 16
       */
      resolution: number;
      /**
       * Confirm
       * @description repeat last passing and first failing
       * @default true
       */
      confirm: boolean;
    };
    /** CeilingOut */
    CeilingOut: {
      /**
       * Of
       * @description what `first`, `to`, `clean` and `failing` count
       * @default connections
       * @enum {string}
       */
      of: 'connections' | 'rate';
      /**
       * Limit
       * @description latency limit of a probe; empty: none
       * @default
       * @example p99 ≤ 5 ms
       */
      limit: string;
      /**
       * First
       * @description load of the first probe
       */
      first: number;
      /**
       * To
       * @description load of the largest probe
       */
      to: number;
      /** Resolution */
      resolution: number;
      /** Confirm */
      confirm: boolean;
      /** Runs */
      runs: components['schemas']['CeilingRun'][];
    };
    /**
     * CeilingRun
     * @description Last passing and first failing of one run: both if `found`, else one of them.
     */
    CeilingRun: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Of
       * @default connections
       * @enum {string}
       */
      of: 'connections' | 'rate';
      /**
       * State
       * @enum {string}
       */
      state: 'waiting' | 'searching' | 'found' | 'no_failure' | 'fails_at_first' | 'stopped';
      /**
       * Clean
       * @description largest load that passed: connections, or requests per second
       */
      clean: number | null;
      /**
       * Failing
       * @description smallest one that failed
       */
      failing: number | null;
      /**
       * Unsteady
       * @description some number was seen both clean and failing
       */
      unsteady: boolean;
      /**
       * Sentence
       * @example largest clean: 1,888 connections (fails at 1,904)
       */
      sentence: string;
      /**
       * Change
       * @description of `clean` against the baseline's, 0.1 = 10%
       */
      change: number | null;
      /**
       * Requests Per S
       * @description mean at the largest clean load
       */
      requests_per_s: number | null;
      /**
       * Latency P99
       * @description s; mean at the largest clean load
       */
      latency_p99: number | null;
      /**
       * Published
       * @description the write-up's ceiling of this variant
       */
      published: number | null;
      /**
       * Most Left
       * @description probes that follow at most
       */
      most_left: number;
      /** Probes */
      probes: components['schemas']['backend__analysis__ceiling_schemas__ProbeOut'][];
    };
    /** ChangeFunction */
    ChangeFunction: {
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'user' | 'kernel' | 'file';
      own: components['schemas']['CpuChange'];
      total: components['schemas']['CpuChange'];
    };
    /**
     * ChangeNode
     * @description A path, as wide as its larger side, so that what vanished stays in sight.
     */
    ChangeNode: {
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'user' | 'kernel' | 'file';
      /** Parent */
      parent: number;
      /** Width */
      width: number;
      change: components['schemas']['CpuChange'];
    };
    /**
     * ChangeOut
     * @description An edit of the definition.
     */
    ChangeOut: {
      /**
       * Path
       * @description keys and list positions from its root to the field
       */
      path: (string | number)[];
      /**
       * Value
       * @description null unsets a knob, and takes any other field away
       */
      value: unknown;
    };
    /** ChangePart */
    ChangePart: {
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'call' | 'function' | 'kernel' | 'file';
      change: components['schemas']['CpuChange'];
    };
    /** ChangeTree */
    ChangeTree: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /**
       * Diagnostics
       * @description pairs of profiles
       */
      diagnostics: number;
      whole: components['schemas']['CpuChange'];
      /** Parts */
      parts: components['schemas']['ChangePart'][];
      /** Functions */
      functions: components['schemas']['ChangeFunction'][];
      /** Nodes */
      nodes: components['schemas']['ChangeNode'][];
      /** Remarks */
      remarks: string[];
    };
    /**
     * CheckOut
     * @description Result of the host's own `nginx -t` for a plan's texts.
     */
    CheckOut: {
      /** Id */
      id: string;
      /**
       * State
       * @enum {string}
       */
      state: 'running' | 'passed' | 'failed';
      /** Host */
      host: string;
      /**
       * Checked
       * @description distinct nginx.conf texts
       */
      checked: number;
      /**
       * Problems
       * @description place `runs[3]`: the run at that position of the plan; empty: nothing could be checked
       */
      problems: components['schemas']['RefusalOut'][];
    };
    /** CheckedHost */
    CheckedHost: {
      /** Name */
      name: string;
      /** Ok */
      ok: boolean;
      /** Free Ports */
      free_ports?: number | null;
      /**
       * Clock Offset Ms
       * @description its own clock minus the dashboard's
       */
      clock_offset_ms?: number | null;
      /** Clock Error Ms */
      clock_error_ms?: number | null;
      /**
       * Problem
       * @default
       */
      problem: string;
      /**
       * Help
       * @default
       */
      help: string;
    };
    /**
     * Claimed
     * @description Holder of this host for an experiment that is not this agent's, as the claim itself says.
     */
    Claimed: {
      /**
       * Experiment
       * @default
       */
      experiment: string;
      /**
       * Control Plane
       * @default
       */
      control_plane: string;
      /**
       * Agent
       * @default
       */
      agent: string;
      /**
       * Process
       * @default
       */
      process: string;
    };
    /**
     * Clock
     * @description A host's own clock at the end of a window.
     */
    Clock: {
      /**
       * Offset S
       * @description own clock minus the control plane's
       */
      offset_s?: number | null;
      /**
       * Round Trip S
       * @description of that heartbeat: twice the error
       */
      round_trip_s?: number | null;
      /**
       * Step S
       * @description how far it was set during the window
       * @default 0
       */
      step_s: number;
    };
    /**
     * Column
     * @description A column of a table. `unit` is that of cells without one: ms, k.
     */
    Column: {
      /** Name */
      name: string;
      /**
       * Role
       * @description variant, trials, trial, seconds, delta, note, factor, setting, topology, workload, skip or a metric
       */
      role: string;
      /**
       * Unit
       * @default
       */
      unit: string;
    };
    /**
     * CompareOut
     * @description Groups of runs side by side; A is the baseline.
     *
     *     `pairs`, `overall`, differences, texts and caveats are of A and the side that was asked for (`side`);
     *     `candidates` has every side that is compared with A, that one included.
     */
    CompareOut: {
      /** Title */
      title: string;
      /**
       * Headline
       * @description what came out over all pairs, in one sentence
       */
      headline: string;
      /**
       * Settled
       * @description whether it has a verdict
       */
      settled: boolean;
      /**
       * Is Untrusted
       * @description trust in an experiment of these two sides is red: verdicts have no colour
       * @default false
       */
      is_untrusted: boolean;
      /** A Title */
      a_title: string;
      /** B Title */
      b_title: string;
      /** A Argv */
      a_argv: string[];
      /** B Argv */
      b_argv: string[];
      /** Factor */
      factor: string | null;
      /** Level A */
      level_a?: string | null;
      /** Level B */
      level_b?: string | null;
      /** Experiments */
      experiments: {
        [key: string]: string;
      }[];
      /**
       * Rules
       * @description version of the rules that its verdicts follow
       */
      rules: number;
      metric: components['schemas']['Metric'];
      /**
       * Side
       * @description letter of the candidate in this answer's `pairs` and texts
       * @default b
       */
      side: string;
      matching: components['schemas']['Matching'];
      /** A Runs */
      a_runs: components['schemas']['RunRef'][];
      /** Candidates */
      candidates: components['schemas']['CandidateOut'][];
      /** Pairs */
      pairs: components['schemas']['ComparedPair'][];
      /** Overall */
      overall: components['schemas']['OverallRow'][];
      /** Paired */
      paired: boolean;
      /** Differs */
      differs: components['schemas']['Difference'][];
      /**
       * Equal
       * @description how many settings and facts are equal and hidden
       */
      equal: number;
      /** Equal Settings */
      equal_settings?: components['schemas']['Difference'][];
      /** Caveats */
      caveats: components['schemas']['Caveat'][];
      /**
       * Warnings
       * @description texts of the caveats that are more than a note
       */
      warnings: string[];
      /**
       * Conf A
       * @description of the first pair; empty where it is not known
       */
      conf_a: string;
      /** Conf B */
      conf_b: string;
    };
    /** ComparedPair */
    ComparedPair: {
      /** Label */
      label: string;
      a: components['schemas']['ComparedRun'];
      b: components['schemas']['ComparedRun'];
      delta: components['schemas']['DeltaOut'];
      spread: components['schemas']['SpreadOut'];
    };
    /**
     * ComparedRun
     * @description A run; or several repeats of one variant, called like the first and listed in `repeats`.
     */
    ComparedRun: {
      /** Id */
      id: string;
      /** Experiment Id */
      experiment_id: string;
      /** Experiment Name */
      experiment_name: string;
      /** Name */
      name: string;
      /** Knobs */
      knobs: {
        [key: string]: unknown;
      };
      /**
       * Described
       * @description settings of an imported run
       */
      described?: {
        [key: string]: string;
      };
      /** Factors */
      factors: {
        [key: string]: string;
      } | null;
      workload: components['schemas']['ShownWorkload'];
      /** Topology */
      topology: string;
      /**
       * Repeats
       * @description empty where it is one run
       */
      repeats?: components['schemas']['RunRef'][];
      /** Mean */
      mean: number | null;
      /** Cv */
      cv: number | null;
      /** Dots */
      dots: components['schemas']['TrialDot'][];
      /** Percentiles */
      percentiles: {
        [key: string]: number;
      };
      /**
       * Latency Kind
       * @description of the first, where there are repeats
       * @default none
       * @enum {string}
       */
      latency_kind: 'measured' | 'printed' | 'mixed' | 'none';
      /**
       * Profiled
       * @description its experiment takes profiles
       * @default false
       */
      profiled: boolean;
    };
    /**
     * Config
     * @description An nginx.conf under test; `text` is empty where it is not known.
     */
    Config: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /** Text */
      text: string;
      /**
       * Read Back
       * @description as nginx itself read it back, with its addresses and folders
       */
      read_back: string;
    };
    /** Configs */
    Configs: {
      a: components['schemas']['Config'];
      b: components['schemas']['Config'];
    };
    /**
     * ConvertedConf
     * @description A definition whose baseline is the paste, and everything that it changes.
     */
    ConvertedConf: {
      definition: components['schemas']['Definition'];
      /** Yaml */
      yaml: string;
      /** Servers */
      servers: components['schemas']['ServerBlock'][];
      /**
       * Server
       * @description index of the one that is measured
       */
      server: number;
      /**
       * Counts
       * @description number of directives that became what
       */
      counts: {
        [key: string]: number;
      };
      /** Directives */
      directives: components['schemas']['DirectiveFate'][];
      /** Differences */
      differences: components['schemas']['RenderedDifference'][];
      /**
       * Lacks
       * @description to the proxy's nginx of the testbed; empty without a testbed
       */
      lacks?: components['schemas']['UnknownDirective'][];
      /**
       * Conf
       * @description the rendered nginx.conf; `$backend` stands for each backend
       */
      conf: string;
    };
    /**
     * Cooled
     * @description Wait of a host for closed connections to go: how long, and for what.
     */
    Cooled: {
      /** Waited S */
      waited_s: number;
      before: components['schemas']['Ports'];
      after: components['schemas']['Ports'];
    };
    /** CostFunction */
    CostFunction: {
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'user' | 'kernel' | 'file';
      /** @description spent by itself */
      own: components['schemas']['CpuCost'];
      /** @description with all that it called; recursion counts once */
      total: components['schemas']['CpuCost'];
    };
    /**
     * CostNode
     * @description A path; `parent` is the place of its parent in the list, which stands before it.
     */
    CostNode: {
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'user' | 'kernel' | 'file';
      /** Parent */
      parent: number;
      /** Width */
      width: number;
      cost: components['schemas']['CpuCost'];
    };
    /**
     * CostPart
     * @description A system call with all beneath it, or what an innermost function spent itself; parts add up.
     */
    CostPart: {
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'call' | 'function' | 'kernel' | 'file';
      cost: components['schemas']['CpuCost'];
    };
    /** CostTree */
    CostTree: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /**
       * Event
       * @enum {string}
       */
      event: 'cpu-clock' | 'cycles';
      /** Hz */
      hz: number;
      /** Diagnostics */
      diagnostics: number;
      /** Samples */
      samples: number;
      whole: components['schemas']['CpuCost'];
      /** Parts */
      parts: components['schemas']['CostPart'][];
      /** Functions */
      functions: components['schemas']['CostFunction'][];
      /** Nodes */
      nodes: components['schemas']['CostNode'][];
      /**
       * Remarks
       * @description what a reader has to know of how it was taken
       */
      remarks: string[];
    };
    /**
     * CpuChange
     * @description Means of A and B, and B − A with its 95% interval by rounds.
     */
    CpuChange: {
      /** A */
      a: number;
      /** B */
      b: number;
      /** Change */
      change: number;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
      /**
       * Clear
       * @description not 0, counting everything that is shown: Holm
       */
      clear: boolean;
    };
    /**
     * CpuCost
     * @description The mean over diagnostics with its 95% interval, from three diagnostics on.
     */
    CpuCost: {
      /** Mean */
      mean: number;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
    };
    /** DecisionOut */
    DecisionOut: {
      /**
       * Least
       * @description rounds at the first interim analysis
       */
      least: number;
      /** Most */
      most: number;
      /**
       * Analyses
       * @description whole rounds after which an interim analysis is made; the last is the end
       */
      analyses: number[];
      /**
       * Rounds
       * @description whole ones at the last interim analysis; 0 before the first
       */
      rounds: number;
      /**
       * Rule
       * @description what ended them; None: nothing yet
       */
      rule: ('decided' | 'hopeless' | 'most' | 'unmeasurable') | null;
      /**
       * Candidates
       * @description of all workloads, without controls and those left out
       */
      candidates: number;
      /** Undecided */
      undecided: components['schemas']['Undecided'][];
      /** Left Out */
      left_out: components['schemas']['backend__analysis__precision__LeftOut'][];
      /**
       * Instead Of
       * @description precise: the definition asked for trials until precise
       */
      instead_of?: 'precise' | null;
      /**
       * Sentence
       * @example Ended after 18 of at most 40 rounds: every candidate is decided.
       */
      sentence: string;
    };
    /**
     * DeclaredFacts
     * @description Abilities of a server that is no nginx, by its declaration.
     */
    DeclaredFacts: {
      /** Params */
      params?: components['schemas']['ServerParam'][];
      /**
       * Has Free Conf
       * @description the variant brings its text
       * @default false
       */
      has_free_conf: boolean;
      /**
       * Has Tls
       * @description it listens with TLS
       * @default false
       */
      has_tls: boolean;
      /**
       * Counts Requests
       * @default false
       */
      counts_requests: boolean;
      /**
       * Files
       * @description path → SHA-256 of its text and of what else it runs
       */
      files?: {
        [key: string]: string;
      };
    };
    /**
     * Definition
     * @description Definition of an experiment. Knob values are canonical; the shape is the YAML's.
     */
    Definition: {
      /** Name */
      name: string;
      /**
       * Question
       * @description what it asks, in one line; default: by its variants
       */
      question?: string;
      /** Description */
      description?: string;
      /**
       * Note
       * @description how this differs from its source
       */
      note?: string;
      /** Source */
      source?: string;
      /** Testbed */
      testbed?: string;
      /**
       * Testbed Labels
       * @description instead: any testbed whose hosts all have these, the first free one
       */
      testbed_labels?: string[];
      /**
       * Topology
       * @default proxied
       * @enum {string}
       */
      topology: 'direct' | 'proxied' | 'proxy_only';
      /**
       * Kind
       * @default compare
       * @enum {string}
       */
      kind: 'compare' | 'ceiling';
      /** @description only for the kind ceiling */
      ceiling?: components['schemas']['Ceiling'];
      /** Workloads */
      workloads: components['schemas']['Workload'][];
      /**
       * Trials
       * @description per run; with halving what every run would have had, which is then shared out
       * @default 5
       */
      trials: number | components['schemas']['UntilDecided'];
      /**
       * Search
       * @description halving: after each stage only the better half of the candidates is measured on
       * @constant
       */
      search?: 'halving';
      /**
       * @default {
       *       "prepared": 2,
       *       "trial": 0
       *     }
       */
      warmup: components['schemas']['Warmup'];
      /** @description how often servers are started anew; a search for the ceiling keeps one start */
      servers?: components['schemas']['Servers'];
      /**
       * @description extra, unmeasured trials that say why; a search for the ceiling has none
       * @default {
       *       "probe": "auto",
       *       "profile": 0,
       *       "system_calls": false,
       *       "duration": 5
       *     }
       */
      diagnostics: components['schemas']['DiagnosticOptions'];
      /**
       * Min Effect
       * @description the smallest change that matters, as a share; 0.01 is ±1%
       * @default 0.01
       */
      min_effect: number;
      /**
       * Decide On
       * @description questions that verdicts are adjusted for and rounds wait for; latency: p99, cpu: CPU a request; default: throughput and cpu, at a fixed rate latency and cpu
       */
      decide_on?: ('throughput' | 'latency' | 'cpu')[];
      /**
       * Order
       * @default interleaved
       * @enum {string}
       */
      order: 'interleaved' | 'sequential';
      /**
       * Control
       * @default true
       */
      control: boolean;
      /**
       * On Failure
       * @default continue
       * @enum {string}
       */
      on_failure: 'continue' | 'stop';
      /**
       * Wait For Hosts
       * @description seconds that it keeps its hosts while one is offline, then it pauses; default: 60
       */
      wait_for_hosts?: number;
      /**
       * Allowed Failures
       * @description share of requests, 0.01 is 1%
       * @default 0
       */
      allowed_failures: number;
      /**
       * Require
       * @description role → parameters on its kernel's command line
       */
      require?: {
        [key: string]: string[];
      };
      /**
       * Judged Together
       * @description experiments that share the 5% of its verdicts, itself counted; a bisect sets it
       */
      judged_together?: number;
      /** Seed */
      seed?: number;
      /**
       * Baseline
       * @description a variant's name or factor → level
       */
      baseline?:
        | string
        | {
            [key: string]: string;
          };
      /**
       * Set
       * @description what all variants share
       */
      set?: {
        [key: string]: number | string | boolean | null;
      };
      /** Factors */
      factors?: {
        [key: string]: {
          [key: string]: {
            [key: string]: number | string | boolean | null;
          };
        };
      };
      /** Variants */
      variants?: components['schemas']['Variant'][];
      published?: components['schemas']['PublishedTable'];
    };
    /**
     * DeliveryOut
     * @description One notice to one receiver.
     */
    DeliveryOut: {
      /** Id */
      id: string;
      kind: components['schemas']['NoticeKind'];
      /** Title */
      title: string;
      /** Sentence */
      sentence: string;
      /**
       * Path
       * @description of the page that it is about
       */
      path: string;
      /**
       * To
       * @description name of the receiver, or of an account
       */
      to: string;
      state: components['schemas']['DeliveryState'];
      /** Tries */
      tries: number;
      /**
       * Outcome
       * @description of the last try, in words; empty before the first
       */
      outcome: string;
      /**
       * At
       * Format: date-time
       * @description when it happened
       */
      at: string;
      /**
       * Next At
       * @description the next try, while it waits
       */
      next_at: string | null;
      /** Ended At */
      ended_at: string | null;
    };
    /**
     * DeliveryState
     * @description Of a delivery.
     * @enum {string}
     */
    DeliveryState: 'waiting' | 'delivered' | 'given_up';
    /**
     * DeltaOut
     * @description Candidate against baseline for one metric; 0.1 is +10%.
     */
    DeltaOut: {
      /** Change */
      change: number | null;
      /**
       * Difference
       * @description for metrics that can be zero, in the metric's unit
       */
      difference?: number | null;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
      /**
       * Simultaneous Low
       * @description of the interval that holds for all that is judged together; the verdict's
       */
      simultaneous_low?: number | null;
      /** Simultaneous High */
      simultaneous_high?: number | null;
      /** P */
      p: number | null;
      /** P Adjusted */
      p_adjusted?: number | null;
      /**
       * Family
       * @description candidates that p_adjusted and the simultaneous interval are for
       * @default 1
       */
      family: number;
      /**
       * Metrics
       * @description in how many metrics `family` counts them: all that are exploratory, where this is
       * @default 1
       */
      metrics: number;
      /**
       * Exploratory
       * @description the metric is none of the headline's questions, and judged with all others alike
       * @default false
       */
      exploratory: boolean;
      /**
       * Verdict
       * @description interim: none, because the experiment still runs or was cancelled; left_out: none, because halving eliminated the run, and the figures are those of its rounds until then; context: none, because the run is of another context, and is the baseline there or has none
       * @enum {string}
       */
      verdict: 'better' | 'worse' | 'same' | 'unclear' | 'interim' | 'left_out' | 'context';
      /**
       * Size
       * @description of a difference that is clear of chance, beside the smallest one that matters: at_least: the simultaneous interval lies beyond it; open: it holds it; small: it lies inside. None: no such difference, any one matters, or rules 1
       */
      size?: ('at_least' | 'open' | 'small') | null;
      /** Reason */
      reason: string;
      /** N */
      n: number;
      /** Method */
      method: string;
      /**
       * Min Effect
       * @description the smallest change that matters here, 0.01 is ±1%; 0 for a metric that can be zero
       */
      min_effect: number;
      /**
       * Mean Change
       * @description the change (or difference) by the mean of all rounds, where a few make it differ
       */
      mean_change?: number | null;
      /**
       * Far Rounds
       * @description the rounds that do, by number
       */
      far_rounds?: number[];
      /** Trials Needed */
      trials_needed?: number | null;
      /**
       * By Start
       * @description n and trials_needed count starts of servers, each measured in several rounds
       * @default false
       */
      by_start: boolean;
      /** Baseline Mean */
      baseline_mean?: number | null;
      /** Candidate Mean */
      candidate_mean?: number | null;
      /**
       * Suspect
       * @default false
       */
      suspect: boolean;
      /**
       * Suspect Because
       * @description what was found most often about its trials or the baseline's, where suspect
       */
      suspect_because?: string | null;
      /**
       * Limited
       * @description in few words, where the two sides were limited by different things or by the load tool
       * @default
       */
      limited: string;
      /**
       * Context
       * @description levels of context that are not those of the workload's baseline
       * @default
       * @example topology direct
       */
      context: string;
      /**
       * Against
       * @description baseline of its context, where that is another run
       * @default
       */
      against: string;
      /**
       * Equal Settings
       * @description it sets what the baseline sets, so what differs is noise; never the best
       * @default false
       */
      equal_settings: boolean;
      /**
       * Never Acted
       * @description settings of the run that never acted; of one, with the reason
       * @default
       * @example reuseport never acted: one socket listened
       */
      never_acted: string;
      /**
       * Is Idle
       * @description none of the settings in which it differs acted
       * @default false
       */
      is_idle: boolean;
      /**
       * Control Alarm
       * @description a sentence if a control beside it came out different from its baseline
       */
      control_alarm?: string | null;
      /**
       * On Busy Host
       * @description other programs kept a host busy in most trials; the effect of pinning or workers depends on which CPUs are free
       * @default false
       */
      on_busy_host: boolean;
      /** @description over all attempts; None under rules 1 */
      failures?: components['schemas']['Failures'] | null;
      /** Dots */
      dots?: components['schemas']['RoundDot'][];
      /**
       * Changed Mean
       * @description the baseline's mean with the change, which follows from the rounds: what a sentence shows after the arrow, where `candidate_mean` is of the run's own trials
       */
      readonly changed_mean: number | null;
      /**
       * Because
       * @description in few words, the size, or why the verdict is not what the interval seems to say; and whether the host was busy
       */
      readonly because: string;
    };
    /** DeltaRow */
    DeltaRow: {
      /** Change */
      change: number | null;
      /**
       * Difference
       * @description for metrics that can be zero, in the metric's unit
       */
      difference?: number | null;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
      /**
       * Simultaneous Low
       * @description of the interval that holds for all that is judged together; the verdict's
       */
      simultaneous_low?: number | null;
      /** Simultaneous High */
      simultaneous_high?: number | null;
      /** P */
      p: number | null;
      /** P Adjusted */
      p_adjusted?: number | null;
      /**
       * Family
       * @description candidates that p_adjusted and the simultaneous interval are for
       * @default 1
       */
      family: number;
      /**
       * Metrics
       * @description in how many metrics `family` counts them: all that are exploratory, where this is
       * @default 1
       */
      metrics: number;
      /**
       * Exploratory
       * @description the metric is none of the headline's questions, and judged with all others alike
       * @default false
       */
      exploratory: boolean;
      /**
       * Verdict
       * @description interim: none, because the experiment still runs or was cancelled; left_out: none, because halving eliminated the run, and the figures are those of its rounds until then; context: none, because the run is of another context, and is the baseline there or has none
       * @enum {string}
       */
      verdict: 'better' | 'worse' | 'same' | 'unclear' | 'interim' | 'left_out' | 'context';
      /**
       * Size
       * @description of a difference that is clear of chance, beside the smallest one that matters: at_least: the simultaneous interval lies beyond it; open: it holds it; small: it lies inside. None: no such difference, any one matters, or rules 1
       */
      size?: ('at_least' | 'open' | 'small') | null;
      /** Reason */
      reason: string;
      /** N */
      n: number;
      /** Method */
      method: string;
      /**
       * Min Effect
       * @description the smallest change that matters here, 0.01 is ±1%; 0 for a metric that can be zero
       */
      min_effect: number;
      /**
       * Mean Change
       * @description the change (or difference) by the mean of all rounds, where a few make it differ
       */
      mean_change?: number | null;
      /**
       * Far Rounds
       * @description the rounds that do, by number
       */
      far_rounds?: number[];
      /** Trials Needed */
      trials_needed?: number | null;
      /**
       * By Start
       * @description n and trials_needed count starts of servers, each measured in several rounds
       * @default false
       */
      by_start: boolean;
      /** Baseline Mean */
      baseline_mean?: number | null;
      /** Candidate Mean */
      candidate_mean?: number | null;
      /**
       * Suspect
       * @default false
       */
      suspect: boolean;
      /**
       * Suspect Because
       * @description what was found most often about its trials or the baseline's, where suspect
       */
      suspect_because?: string | null;
      /**
       * Limited
       * @description in few words, where the two sides were limited by different things or by the load tool
       * @default
       */
      limited: string;
      /**
       * Context
       * @description levels of context that are not those of the workload's baseline
       * @default
       * @example topology direct
       */
      context: string;
      /**
       * Against
       * @description baseline of its context, where that is another run
       * @default
       */
      against: string;
      /**
       * Equal Settings
       * @description it sets what the baseline sets, so what differs is noise; never the best
       * @default false
       */
      equal_settings: boolean;
      /**
       * Never Acted
       * @description settings of the run that never acted; of one, with the reason
       * @default
       * @example reuseport never acted: one socket listened
       */
      never_acted: string;
      /**
       * Is Idle
       * @description none of the settings in which it differs acted
       * @default false
       */
      is_idle: boolean;
      /**
       * Control Alarm
       * @description a sentence if a control beside it came out different from its baseline
       */
      control_alarm?: string | null;
      /**
       * On Busy Host
       * @description other programs kept a host busy in most trials; the effect of pinning or workers depends on which CPUs are free
       * @default false
       */
      on_busy_host: boolean;
      /** @description over all attempts; None under rules 1 */
      failures?: components['schemas']['Failures'] | null;
      /** Dots */
      dots?: components['schemas']['RoundDot'][];
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Is Best
       * @description the largest improvement of its workload; without one, the largest change
       * @default false
       */
      is_best: boolean;
      /**
       * Changed Mean
       * @description the baseline's mean with the change, which follows from the rounds: what a sentence shows after the arrow, where `candidate_mean` is of the run's own trials
       */
      readonly changed_mean: number | null;
      /**
       * Because
       * @description in few words, the size, or why the verdict is not what the interval seems to say; and whether the host was busy
       */
      readonly because: string;
    };
    /**
     * Derived
     * @description The experiment that another was made from.
     */
    Derived: {
      how: components['schemas']['DerivedHow'];
      experiment: components['schemas']['ExperimentRef'];
    };
    /**
     * DerivedHow
     * @enum {string}
     */
    DerivedHow: 'clone' | 'reproduce' | 'retest';
    /**
     * DeviceCounts
     * @description A network interface that carried something.
     */
    DeviceCounts: {
      /** Name */
      name: string;
      /**
       * Bits Per S
       * @description speed of its link; None: it names none
       */
      bits_per_s?: number | null;
      /**
       * Rx Bytes
       * @default 0
       */
      rx_bytes: number;
      /**
       * Tx Bytes
       * @default 0
       */
      tx_bytes: number;
      /**
       * Rx Packets
       * @default 0
       */
      rx_packets: number;
      /**
       * Tx Packets
       * @default 0
       */
      tx_packets: number;
      /**
       * Rx Dropped
       * @default 0
       */
      rx_dropped: number;
      /**
       * Tx Dropped
       * @default 0
       */
      tx_dropped: number;
    };
    /**
     * DiagnosticOptions
     * @description Diagnostics: trials of their own after the measured ones, which say why.
     */
    DiagnosticOptions: {
      /**
       * Probe
       * @description a quarter fewer and more connections; auto: where that costs less than a tenth
       * @default auto
       */
      probe: boolean | 'auto';
      /**
       * Profile
       * @description rounds; 0: none
       * @default 0
       */
      profile: number;
      /**
       * System Calls
       * @default false
       */
      system_calls: boolean;
      /**
       * Duration
       * @description of one diagnostic, whole seconds
       * @default 5
       */
      duration: number;
    };
    /** DiagnosticOut */
    DiagnosticOut: {
      /** Id */
      id: string;
      /** Run Id */
      run_id: string;
      /** Run */
      run: string;
      /**
       * Kind
       * @enum {string}
       */
      kind:
        'same_load' | 'fewer_connections' | 'more_connections' | 'more_threads' | 'profile' | 'system_calls';
      /**
       * Round
       * @description counts on from the measured ones; diagnostics of one round belong together
       */
      round: number;
      /** Attempt */
      attempt: number;
      state: components['schemas']['TrialState'];
      /** Connections */
      connections: number | null;
      /** Requests Per S */
      requests_per_s: number | null;
      failure: components['schemas']['Failure'] | null;
      /** Missing */
      missing: components['schemas']['MissingOut'][];
    };
    /**
     * DiagnosticsOut
     * @description Trials beside the results that say why. Empty where none were asked for, or none has begun.
     */
    DiagnosticsOut: {
      /** Diagnostics */
      diagnostics: components['schemas']['DiagnosticOut'][];
      /** Runs */
      runs: components['schemas']['RunDiagnostics'][];
    };
    /**
     * Difference
     * @description A setting or fact of both sides.
     *
     *     knob       set by the variant
     *     described  a setting of an imported run, as reported by the source
     *     workload   what load was applied
     *     kernel     a kernel setting: as changed for the run and read back, else as the host had it
     *     host       interrupts, irqbalance, governor, where a run changed them
     *     effective  read back from running processes
     *     fact       what the host was at launch
     */
    Difference: {
      /**
       * Kind
       * @enum {string}
       */
      kind: 'knob' | 'described' | 'workload' | 'kernel' | 'host' | 'effective' | 'fact';
      /** Name */
      name: string;
      /** A */
      a: unknown;
      /** B */
      b: unknown;
    };
    /**
     * DimensionOut
     * @description A factor; or the workload, where there are several.
     */
    DimensionOut: {
      /** Name */
      name: string;
      /** Levels */
      levels: string[];
      /**
       * Is Workload
       * @default false
       */
      is_workload: boolean;
    };
    /**
     * DirectiveFate
     * @description The fate of a directive, or of a block that is left out as a whole.
     *
     *     kept: as it is, as a raw line or as a block that is rendered. Knobs and kept lines may have no reason.
     */
    DirectiveFate: {
      /** File */
      file: string;
      /** Line */
      line: number;
      /** Text */
      text: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'knob' | 'kept' | 'replaced' | 'left_out';
      /** Knob */
      knob: string;
      /** Became */
      became: string;
      /** Reason */
      reason: string;
      /**
       * Count
       * @description directives that it stands for
       */
      count: number;
    };
    /**
     * DiskCounts
     * @description A disk that was read or written.
     */
    DiskCounts: {
      /** Name */
      name: string;
      /**
       * Busy
       * @description share of the time in which it had something to do
       */
      busy: number;
      /**
       * Read Bytes
       * @default 0
       */
      read_bytes: number;
      /**
       * Written Bytes
       * @default 0
       */
      written_bytes: number;
    };
    /**
     * DisturbanceOut
     * @description Something that goes with slower trials.
     */
    DisturbanceOut: {
      /**
       * Kind
       * @enum {string}
       */
      kind: 'others' | 'process' | 'steal' | 'interrupts';
      /** Machine */
      machine: string;
      /** Name */
      name: string;
      /**
       * Trials
       * @description in which there was much of it
       */
      trials: number;
      /**
       * Share
       * @description of the measured CPUs in those
       */
      share: number;
      /**
       * Change
       * @description of req/s there, against the other trials
       */
      change: number;
      /**
       * P
       * @description over all that was looked at
       */
      p: number;
      /** Period S */
      period_s: number | null;
      /** Sentence */
      sentence: string;
    };
    /**
     * DuplicateAgentOut
     * @description Another agent that has a host's credential: its state directory, or this one's, is a copy.
     */
    DuplicateAgentOut: {
      /** Hostname */
      hostname: string;
      /** Machine */
      machine: string;
      /**
       * Address
       * @description where it calls from
       */
      address: string;
      /**
       * Seen At
       * Format: date-time
       */
      seen_at: string;
    };
    /**
     * EffectOut
     * @description One level of a factor against the baseline's level, over all pairs of cells equal otherwise.
     */
    EffectOut: {
      /** Factor */
      factor: string;
      /** Level */
      level: string;
      /** Against */
      against: string;
      /** Pairs */
      pairs: number;
      delta: components['schemas']['DeltaOut'];
      spread: components['schemas']['SpreadOut'] | null;
      /**
       * Left Out
       * @description cells that have no partner, in sentences
       */
      left_out: string[];
    };
    /** EffectiveSetup */
    EffectiveSetup: {
      /** Key */
      key: string;
      failure?: components['schemas']['Failure'] | null;
      /** Urls */
      urls?: string[];
      /** More Urls */
      more_urls?: string[];
      /**
       * Conf
       * @default
       */
      conf: string;
      /** Argv */
      argv?: string[][];
      /**
       * Version
       * @default
       */
      version: string;
      /** Workers */
      workers?: components['schemas']['Worker'][];
      /**
       * Effective
       * @description what else was read back: nofile, nice, key type
       */
      effective?: {
        [key: string]: string;
      };
      /** Role */
      role: string;
      /** Host */
      host: string;
      /** Cpus Asked */
      cpus_asked: string | null;
    };
    /** Enrolled */
    Enrolled: {
      /** Host Id */
      host_id: string;
      /** Token */
      token: string;
      /**
       * Job Keys
       * @description key id → Ed25519 public key that jobs are signed with, base64 of its 32 bytes; empty in credentials of older agents, until their first heartbeat
       */
      job_keys?: {
        [key: string]: string;
      };
      /** Broker Url */
      broker_url: string;
      /**
       * Ca
       * @default
       */
      ca: string;
      /**
       * Lost Changes
       * @description what an agent before this one applied on this machine, and nobody has restored
       */
      lost_changes?: components['schemas']['AppliedSetting'][];
    };
    /**
     * Enrolment
     * @description An agent asks to be let in. Its credential is the bearer: made by itself, 256 random bits.
     */
    Enrolment: {
      /** Name */
      name: string;
      /** Roles */
      roles: ('load' | 'proxy' | 'backend')[];
      /** Address */
      address: string;
      /**
       * Ports
       * @default [
       *       21000,
       *       21999
       *     ]
       */
      ports: [number, number];
      /** Version */
      version: string;
      /**
       * Contract
       * @description see agents/contract/version.py; 0: none was said
       * @default 0
       */
      contract: number;
      /**
       * Instance
       * @description as in heartbeats
       * @default
       */
      instance: string;
      facts: components['schemas']['Facts'];
      /**
       * Token
       * @description enrolment token: lets in a credential not yet known
       * @default
       */
      token: string;
      /**
       * Pasted
       * @description that of the line which started an agent that is in: it lets nobody in
       * @default
       */
      pasted: string;
      /**
       * Takes Over
       * @description its state directory is new: it restores what an agent before it applied on this host
       * @default false
       */
      takes_over: boolean;
    };
    /**
     * EntryOut
     * @description One act.
     */
    EntryOut: {
      /** Id */
      id: number;
      /**
       * At
       * Format: date-time
       */
      at: string;
      /** Account Id */
      account_id: string | null;
      /** Name */
      name: string;
      act: components['schemas']['Act'];
      /** Subject */
      subject: string;
      /** Words */
      words: string;
      /** Details */
      details: {
        [key: string]: unknown;
      };
    };
    /** EqualPairOut */
    EqualPairOut: {
      /** A */
      a: string;
      /** B */
      b: string;
      /** Change */
      change: number;
      /** Low */
      low: number;
      /** High */
      high: number;
    };
    /**
     * EqualsOut
     * @description Count of equal runs that were called different. Nothing of it before the end.
     */
    EqualsOut: {
      /**
       * Called
       * @description runs called better or worse than the first, as any experiment does it
       */
      called: number;
      /** Candidates */
      candidates: number;
      /**
       * Pairs Called
       * @description pairs whose 95% interval excludes 0
       */
      pairs_called: number;
      /** Pairs */
      pairs: number;
      /** Pairs Expected */
      pairs_expected: number;
      /** Called Pairs */
      called_pairs: components['schemas']['EqualPairOut'][];
      /** Sentence */
      sentence: string;
    };
    /**
     * EventAt
     * @description A line of a host's kernel log, or a worker that was replaced; seconds since the trial's start.
     */
    EventAt: {
      /** At */
      at: number;
      /** Host */
      host: string;
      /** Text */
      text: string;
      /**
       * Kind
       * @default kernel
       * @enum {string}
       */
      kind: 'kernel' | 'worker';
    };
    /**
     * ExampleOut
     * @description The experiment that holds the example.
     */
    ExampleOut: {
      /** Id */
      id: string;
    };
    /**
     * ExperimentChange
     * @description What to change; what is left out stays. `notes_version` is that of the edited notes.
     */
    ExperimentChange: {
      /** Name */
      name?: string | null;
      /** Notes */
      notes?: string | null;
      /** Notes Version */
      notes_version?: number | null;
      /**
       * Tags
       * @description all of them, in place of the old ones
       */
      tags?: string[] | null;
      /** Add Tags */
      add_tags?: string[];
      /** Remove Tags */
      remove_tags?: string[];
      /** Starred */
      starred?: boolean | null;
      /** Archived */
      archived?: boolean | null;
    };
    /** ExperimentDetail */
    ExperimentDetail: {
      /**
       * Notes
       * @description Markdown, as written
       */
      notes: string;
      /**
       * Notes Version
       * @description to be sent back with a change, so that no edit is lost
       */
      notes_version: number;
      /** @description who wrote them last; None: the dashboard's token */
      notes_by: components['schemas']['PersonRef'] | null;
      /**
       * Notes At
       * @description when; None: never, or before it was kept
       */
      notes_at: string | null;
      /**
       * Mentions
       * @description whom the notes mention
       */
      mentions: components['schemas']['PersonRef'][];
      /** Id */
      id: string;
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'compare' | 'ceiling';
      state: components['schemas']['ExperimentState'];
      /** Recipe */
      recipe: string | null;
      /** Form */
      form: string | null;
      origin: components['schemas']['Origin'];
      /** @description None where results were imported */
      testbed: components['schemas']['ExperimentRef'] | null;
      /** @description who launched or imported it; None: the dashboard's token, and for readers of a link */
      owner: components['schemas']['PersonRef'] | null;
      /** Tags */
      tags: string[];
      /** Starred */
      starred: boolean;
      /** Archived */
      archived: boolean;
      /**
       * Tool
       * @description “one and another” where its workloads use both
       */
      tool: string;
      /** Runs */
      runs: number;
      /** Rounds */
      rounds: number;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /** Started At */
      started_at: string | null;
      /** Finished At */
      finished_at: string | null;
      failure: components['schemas']['Failure'] | null;
      headline: components['schemas']['Headline'] | null;
      /** @description in lists, of an ended one */
      figures?: components['schemas']['ListedFigures'] | null;
      progress: components['schemas']['Progress'] | null;
      derived: components['schemas']['Derived'] | null;
      /**
       * Made From This
       * @description experiments that were made from this one
       */
      made_from_this: number;
      /**
       * Note
       * @description how this form differs from the write-up
       */
      note: string | null;
      /**
       * Question
       * @description its author's words, else what its definition asks
       */
      question: string;
      /** Description */
      description: string | null;
      /**
       * Source
       * @description where its figures or its definition come from
       */
      source: string | null;
      /**
       * Order
       * @enum {string}
       */
      order: 'interleaved' | 'sequential';
      /** Seed */
      seed: number;
      /** Estimate S */
      estimate_s: number;
      /**
       * Factors
       * @description factor → levels, empty for a list of variants
       */
      factors: {
        [key: string]: string[];
      };
      /** Run List */
      run_list: components['schemas']['RunSummary'][];
      published: components['schemas']['Published'] | null;
      /**
       * Profiled
       * @description its definition asks for profiles
       * @default false
       */
      profiled: boolean;
      /** @description results of the search, for the kind ceiling */
      ceiling?: components['schemas']['CeilingOut'] | null;
      /** @description of experiments from before 0.1.0, where rounds went on until precise: what ended them */
      precision?: components['schemas']['PrecisionOut'] | null;
      /** @description how often servers were started, and how much starts differ; None for imports */
      servers?: components['schemas']['ServersOut'] | null;
      /**
       * Builds
       * @description servers that are compared
       */
      builds?: components['schemas']['ServerPair'][];
      /** @description where rounds go on until decided: who is, at which analysis, and what ended them */
      decision?: components['schemas']['DecisionOut'] | null;
      /** @description of halving: its stages, and who was left out after which */
      halving?: components['schemas']['HalvingOut'] | null;
      /**
       * Without Nginx
       * @description for each server that is no nginx: what is not available for it
       */
      without_nginx?: string[];
      /**
       * Carried Over
       * @description a sentence if a run left something behind for the trial after it
       */
      carried_over?: string | null;
      /**
       * Has Diagnostics
       * @description it ran diagnostics: GET …/diagnostics
       * @default false
       */
      has_diagnostics: boolean;
      /**
       * Is Calibration
       * @description its runs are equal: what differs is the testbed's noise
       */
      is_calibration: boolean;
      /** Hosts */
      hosts: components['schemas']['HostFacts'][];
      /**
       * Testbed Labels
       * @description it was launched for any testbed with these; testbed is the one it took
       */
      testbed_labels?: string[];
      /**
       * Matching
       * @description while it is queued: the testbeds that it may begin on
       */
      matching?: components['schemas']['MatchingTestbed'][];
      /** Queue Behind */
      queue_behind: components['schemas']['ExperimentRef'][];
      /** @description of a queued one */
      queue_start?: components['schemas']['QueueStart'] | null;
      rules: components['schemas']['Rules'];
      /**
       * Facts Changed
       * @description facts of hosts that differed once everything was put back
       */
      facts_changed?: components['schemas']['FactChange'][];
      /**
       * Interruptions
       * @description paused for a host that was away, or ended early and resumed
       */
      interruptions?: components['schemas']['Interruption'][];
      /**
       * Is Resumable
       * @description it ended early, and POST …/resume measures the rest
       * @default false
       */
      is_resumable: boolean;
      /** @description where its questions are open: rounds that would settle one */
      more?: components['schemas']['MoreOffer'] | null;
      /** @description where rounds were added: what it said before */
      first_stage?: components['schemas']['FirstStage'] | null;
      /** Yaml */
      yaml: string;
    };
    /**
     * ExperimentIn
     * @description Launch a recipe, or a definition (as JSON, or as YAML text). Give exactly one of the three.
     * @example {
     *       "form": "quick",
     *       "recipe": "pinned-against-unpinned"
     *     }
     */
    ExperimentIn: {
      /** Recipe */
      recipe?: string | null;
      /**
       * Form
       * @default quick
       * @enum {string}
       */
      form: 'quick' | 'full';
      /**
       * Definition
       * @description also in the looser forms of YAML, such as 60s or 1%
       */
      definition?: components['schemas']['Definition'] | null;
      /** Yaml */
      yaml?: string | null;
      /**
       * Testbed Id
       * @description default: the definition's own, else the only one
       */
      testbed_id?: string | null;
      /**
       * Set
       * @description overrides, e.g. {'trials': '3'}
       */
      set?: {
        [key: string]: string;
      };
      /** Seed */
      seed?: number | null;
      /**
       * Derived From
       * @description id of the experiment it was made from
       */
      derived_from?: string | null;
      derived_how?: components['schemas']['DerivedHow'] | null;
    };
    /** ExperimentRef */
    ExperimentRef: {
      /** Id */
      id: string;
      /** Name */
      name: string;
    };
    /**
     * ExperimentState
     * @enum {string}
     */
    ExperimentState: 'queued' | 'running' | 'cancelling' | 'finished' | 'failed' | 'cancelled';
    /** ExperimentSummary */
    ExperimentSummary: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'compare' | 'ceiling';
      state: components['schemas']['ExperimentState'];
      /** Recipe */
      recipe: string | null;
      /** Form */
      form: string | null;
      origin: components['schemas']['Origin'];
      /** @description None where results were imported */
      testbed: components['schemas']['ExperimentRef'] | null;
      /** @description who launched or imported it; None: the dashboard's token, and for readers of a link */
      owner: components['schemas']['PersonRef'] | null;
      /** Tags */
      tags: string[];
      /** Starred */
      starred: boolean;
      /** Archived */
      archived: boolean;
      /**
       * Tool
       * @description “one and another” where its workloads use both
       */
      tool: string;
      /** Runs */
      runs: number;
      /** Rounds */
      rounds: number;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /** Started At */
      started_at: string | null;
      /** Finished At */
      finished_at: string | null;
      failure: components['schemas']['Failure'] | null;
      headline: components['schemas']['Headline'] | null;
      /** @description in lists, of an ended one */
      figures?: components['schemas']['ListedFigures'] | null;
      progress: components['schemas']['Progress'] | null;
    };
    /**
     * FactChange
     * @description A fact that had changed when the experiment ended. None: it was not there.
     */
    FactChange: {
      /** Host */
      host: string;
      /**
       * Name
       * @example sysctl.net.core.somaxconn
       */
      name: string;
      /** Before */
      before: unknown;
      /** After */
      after: unknown;
    };
    /**
     * Facts
     * @description Facts of a host. Fixed fields are used by checks; `more` is shown and compared as it comes.
     */
    Facts: {
      /** Hostname */
      hostname: string;
      /** Machine */
      machine: string;
      /**
       * Namespace
       * @default
       */
      namespace: string;
      /** Os */
      os: string;
      /** Kernel */
      kernel: string;
      /** Cpu Model */
      cpu_model: string;
      /** Cpus */
      cpus: number;
      /** Online Cpus */
      online_cpus: string;
      /** Memory Bytes */
      memory_bytes: number;
      /**
       * Virtualization
       * @default
       */
      virtualization: string;
      /** Nofile */
      nofile: number;
      /** Is Root */
      is_root: boolean;
      nginx?: components['schemas']['NginxFacts'] | null;
      /**
       * Nginx Error
       * @description of a broken one
       * @default
       */
      nginx_error: string;
      /**
       * Tools
       * @description tool → version, only those installed
       */
      tools?: {
        [key: string]: string;
      };
      /**
       * @default {
       *       "sysctl": "",
       *       "sysctls": [],
       *       "irq_affinity": "",
       *       "irqbalance": "",
       *       "governor": "",
       *       "governors": [],
       *       "nice": "",
       *       "nofile": 0,
       *       "profile": "its agent is older than profiles: install the one of this dashboard",
       *       "system_calls": "its agent is older than profiles: install the one of this dashboard",
       *       "mix": "its agent is older than mixes of requests: install the one of this dashboard",
       *       "site": "its agent is older than synthetic sites: install the one of this dashboard",
       *       "generators": "its agent is older than several generators: install the one of this dashboard",
       *       "hold": "its agent is older than held connections: install the one of this dashboard",
       *       "servers": "its agent is older than declared servers: install the one of this dashboard",
       *       "fire": "its agent is older than several load hosts: install the one of this dashboard"
       *     }
       */
      abilities: components['schemas']['Abilities'];
      /**
       * Origins
       * @description host:port of servers allowed as backends
       */
      origins?: string[];
      /**
       * Sandbox
       * @description of nginx under test and load tools: each part, empty where it holds, else why not
       */
      sandbox?: {
        [key: string]: string;
      };
      /**
       * Isolation
       * @description parts that 0.1.0 does not have: its dashboards refuse them among the others
       */
      isolation?: {
        [key: string]: string;
      };
      /** More */
      more?: {
        [key: string]: unknown;
      };
      /**
       * Servers
       * @description declared by its operator, and beside them the one named nginx
       */
      servers?: components['schemas']['ServerFacts'][];
    };
    /**
     * Failure
     * @description Reason of a failure: a code for programs, a sentence for people, the end of a log.
     */
    Failure: {
      /** Code */
      code: string;
      /** Message */
      message: string;
      /** Host */
      host?: string | null;
      /**
       * Log
       * @default
       */
      log: string;
    };
    /**
     * FailureShare
     * @description Attempts of one run, valid or not, without those that the host or lost contact spoiled.
     */
    FailureShare: {
      /** Attempts */
      attempts: number;
      /**
       * Dropped Attempts
       * @description attempts that do not count, for reasons of the run itself
       */
      dropped_attempts: number;
      /**
       * Requests
       * @description of all these attempts, as far as the load tool counted them
       */
      requests: number;
      /** Failed Requests */
      failed_requests: number;
    };
    /**
     * Failures
     * @description Failures over all attempts, against the baseline's; the units of the test are rounds.
     */
    Failures: {
      run: components['schemas']['FailureShare'];
      baseline: components['schemas']['FailureShare'];
      /**
       * P
       * @description two-sided mid-p; None without a failure on either side
       */
      p?: number | null;
      /** P Adjusted */
      p_adjusted?: number | null;
      /**
       * Word
       * @description “fails more” or “fails less” where that is clear of chance
       * @default
       * @enum {string}
       */
      word: '' | 'fails more' | 'fails less';
      /**
       * Withholds
       * @description the verdict would be better or the same, which failures do not allow
       * @default false
       */
      withholds: boolean;
      /**
       * Mean Change
       * @description change (or difference) by the mean of all attempts that have a figure, where verdicts are withheld; failed requests are no throughput in it
       */
      mean_change?: number | null;
      /**
       * Clause
       * @description in words; empty where the run does not fail more or less and nothing is withheld
       * @example fails more: 0.12% of requests, baseline 0%
       */
      readonly clause: string;
    };
    /** FarTrialOut */
    FarTrialOut: {
      /** Trial Id */
      trial_id: string;
      /** Run */
      run: string;
      /** Round */
      round: number;
      /** At S */
      at_s: number;
      /** Change */
      change: number;
      /** Sentence */
      sentence: string;
    };
    /**
     * Fewest
     * @description A plan that may end early: at its soonest, and as it is likely to go.
     */
    Fewest: {
      /** Rounds */
      rounds: number;
      /** Trials */
      trials: number;
      /** Seconds */
      seconds: number;
      /** Smallest Effect */
      smallest_effect: number | null;
      /**
       * Likely Rounds
       * @description that a change of 5% takes on average
       */
      likely_rounds: number | null;
      /** Likely Seconds */
      likely_seconds: number | null;
      /**
       * Analyses
       * @description whole rounds after which interim analyses are made
       */
      analyses?: number[];
    };
    /**
     * FilledBody
     * @description A body of so many bytes, whose content does not matter.
     */
    FilledBody: {
      /** Bytes */
      bytes: number;
    };
    /**
     * Finding
     * @description Finding of a check in a trial: `invalid` takes it out, `suspect` marks its deltas, `note` informs.
     */
    Finding: {
      /** Code */
      code: string;
      /**
       * Level
       * @enum {string}
       */
      level: 'invalid' | 'suspect' | 'note';
      /** Message */
      message: string;
      /** Value */
      value?: number | null;
      /** Threshold */
      threshold?: number | null;
    };
    /**
     * FirstStage
     * @description An experiment before rounds were added to it.
     */
    FirstStage: {
      /** Rounds */
      rounds: number;
      /** Added Rounds */
      added_rounds: number;
      /** Finished At */
      finished_at: string | null;
      /** Headline */
      headline: string;
      /**
       * Sentence
       * @example 10 + 12 rounds, in two stages. After the first: Not settled.
       */
      readonly sentence: string;
    };
    /**
     * GeneratorCounts
     * @description One of several processes of a load tool that loaded a server together.
     *
     *     Times are epoch seconds of the control plane's clock, as the tool noted them where it does.
     */
    GeneratorCounts: {
      /** Started At */
      started_at: number;
      /** Ended At */
      ended_at: number;
      /** Cpu S */
      cpu_s: number;
      /** Threads */
      threads: number;
      /** Connections */
      connections: number;
      /**
       * Cpus
       * @description CPU list that it is pinned to; None: any
       */
      cpus?: string | null;
      /**
       * Figures
       * @description metric name → SI value
       */
      figures?: {
        [key: string]: number | null;
      };
    };
    /**
     * GivenText
     * @description One text as it was given, whatever it holds: what is wrong with it is reported for it alone.
     */
    GivenText: {
      /**
       * Name
       * @default pasted text
       */
      name: string;
      /** Text */
      text: string;
    };
    /**
     * Goal
     * @description Whether the plan shows the change that somebody wants to see, and what would.
     */
    Goal: {
      /**
       * Effect
       * @description 0.05 = 5%, the default
       */
      effect: number;
      /**
       * Chance
       * @description share of experiments in which the plan finds it
       */
      chance: number;
      /**
       * Tone
       * @description green from 80% on, red below 50%
       * @enum {string}
       */
      tone: 'green' | 'amber' | 'red';
      /**
       * Rounds
       * @description that find it in 80%: a fixed number, the maximum, or trials of a run of halving; null where no number that can be launched does
       */
      rounds: number | null;
      /**
       * Seconds
       * @description wall time with so many rounds
       */
      seconds: number | null;
      /**
       * Seconds Short
       * @description with trials of `noise.trial_s`, where that is shorter
       */
      seconds_short: number | null;
      /**
       * Min Effect
       * @description smallest change that matters that would let it count; null where it counts
       */
      min_effect: number | null;
      /** Sentence */
      sentence: string;
    };
    /**
     * Halved
     * @description Forecast of halving with as many trials, where it finds smaller changes than the plan.
     */
    Halved: {
      /**
       * Trials
       * @description of a run, as the definition would say
       */
      trials: number;
      /**
       * Smallest Effect
       * @description found in 80% of experiments, 0.03 = 3%
       */
      smallest_effect: number;
      /** Sentence */
      sentence: string;
    };
    /** HalvingOut */
    HalvingOut: {
      /** Stages */
      stages: components['schemas']['StageOut'][];
      /**
       * Entrants
       * @description candidates that began, of all workloads: verdicts count them all
       */
      entrants: number;
      /**
       * Remaining
       * @description ids of the candidates that were not eliminated
       */
      remaining: string[];
      /**
       * Sentence
       * @example Halving, stage 2 of 3: 6 of 11 candidates remain; …
       */
      sentence: string;
    };
    /**
     * Headline
     * @description Result in one sentence: the best settled change against the baseline, or why there is none.
     *
     *     Page, report, picture, link preview, lists and terminal all say this one; names in it are the user's own
     *     text. The page opens on its metric and workload.
     */
    Headline: {
      /** Run Id */
      run_id: string | null;
      /** Name */
      name: string | null;
      /** Metric */
      metric: string;
      /**
       * Workload
       * @description that of the run; None where it is about no run
       */
      workload?: string | null;
      delta: components['schemas']['DeltaOut'] | null;
      /**
       * Settled
       * @description better, worse or the same, or a ceiling that was found
       * @default false
       */
      settled: boolean;
      /**
       * Sentence
       * @example workers 2 raises throughput: 8.91k → 17.1k req/s (+92.2% [+88.1, +96.4]); p99 not settled.
       */
      sentence: string;
      /**
       * Cause
       * @description what made the difference: where the time of a request went, then what profiles say; None where trust is red
       * @example The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 4.6 µs less in openat and close.
       */
      cause?: string | null;
      /** @description of a change in throughput; None under rules 1, or where nothing was watched */
      accounting?: components['schemas']['Accounting'] | null;
      /**
       * Answers
       * @description to throughput and CPU a request, one each; none before the end and under rules 1
       */
      answers?: components['schemas']['Answer'][];
      /**
       * Settle S
       * @description seconds of more rounds that would settle a question, where none is settled; None also where more would hardly do so
       */
      settle_s?: number | null;
      /**
       * Settle
       * @description the same as a sentence
       * @default
       * @example About 14 min more would settle it.
       */
      settle: string;
      /** @description rounds that could be added; None where nothing is open */
      more?: components['schemas']['Settling'] | null;
      /**
       * Question
       * @default
       * @example Does it help to pin nginx and the load tool apart?
       */
      question: string;
      /**
       * Opening
       * @description why the answers cannot be trusted, where they cannot and do not say so themselves
       * @default
       * @example The machine was too busy to tell: other programs took 90% of its CPU.
       */
      opening: string;
      /** @description None before the end, or without a comparison */
      trust?: components['schemas']['Trust'] | null;
      /**
       * Trust Words
       * @description trust as a sentence, without what the answer begins with; empty before the end
       * @default
       * @example Trust with care: Other programs took 31% of the CPU.
       */
      trust_words: string;
      /** @description None before the end, or where there is none */
      next_step?: components['schemas']['NextStep'] | null;
      /**
       * Lead
       * @description what a page begins with: the answers, in two sentences at most
       */
      readonly lead: string[];
    };
    /** Health */
    Health: {
      /** Troubles */
      troubles: components['schemas']['Trouble'][];
    };
    /** Heartbeat */
    Heartbeat: {
      /** Instance */
      instance: string;
      /** Active Jobs */
      active_jobs?: string[];
      /** @default clean */
      condition: components['schemas']['HostCondition'];
      /** Unrestored Settings */
      unrestored_settings?: components['schemas']['UnrestoredSetting'][];
      /**
       * Dropped
       * @description messages since its start that the control plane had not signed for it
       * @default 0
       */
      dropped: number;
      /**
       * No Space
       * @description free bytes of its disk, where that is too little
       */
      no_space?: number | null;
      /** @description by others, while it holds no experiment itself */
      claimed?: components['schemas']['Claimed'] | null;
      /**
       * Servers
       * @description those declared now, once after they were read anew
       */
      servers?: components['schemas']['ServerFacts'][] | null;
    };
    /** HeartbeatReply */
    HeartbeatReply: {
      /** Server Time */
      server_time: number;
      /** Job Keys */
      job_keys: {
        [key: string]: string;
      };
      /**
       * Held
       * @description false: this host is changed, and no experiment counts on that any more
       * @default true
       */
      held: boolean;
      /**
       * Notice
       * @description what whoever runs this agent should know: for its log
       * @default
       */
      notice: string;
      /**
       * Watched
       * @description somebody looks at what runs: readings are wanted as they are taken
       * @default true
       */
      watched: boolean;
      /**
       * Beat After S
       * @description when to beat again, should nothing happen
       * @default 2
       */
      beat_after_s: number;
    };
    /**
     * HeatMap
     * @description Columns, equally wide on a logarithmic axis: number n ends at 10^((first + n + 1) / per_decade) µs.
     */
    HeatMap: {
      /** First */
      first: number;
      /** Per Decade */
      per_decade: number;
      /** Rounds */
      rounds: components['schemas']['LatencyRound'][];
    };
    /**
     * HeldReport
     * @description The connections held beside a load tool; held: answered once, and not closed since.
     */
    HeldReport: {
      /** Goal */
      goal: number;
      /** At Begin */
      at_begin: number;
      /** At End */
      at_end: number;
      /**
       * Closes
       * @description by the server, while it was measured
       * @default 0
       */
      closes: number;
      /**
       * Losses
       * @description of generators that ended by themselves
       * @default 0
       */
      losses: number;
      /**
       * Requests
       * @description of them, while it was measured
       * @default 0
       */
      requests: number;
      /**
       * Ramp S
       * @description seconds that it took to open them
       * @default 0
       */
      ramp_s: number;
    };
    /**
     * Hindrance
     * @description Why a machine elsewhere could not become a host, and what to do.
     */
    Hindrance: {
      /** What */
      what: string;
      /**
       * Command
       * @description what to run on the dashboard's machine
       * @default
       */
      command: string;
    };
    /**
     * Hold
     * @description Connections held open beside the measured load, each of which asks now and then.
     */
    Hold: {
      /** Connections */
      connections: number;
      /**
       * Every S
       * @description seconds between the requests of one connection
       * @default 60
       */
      every_s: number;
      /**
       * Per Second
       * @description connections opened in a second
       * @default 2000
       */
      per_second: number;
    };
    /** HostChange */
    HostChange: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /** Host */
      host: string;
      /**
       * Changes
       * @description sentences: what is started or changed there, and put back
       */
      changes: string[];
    };
    /**
     * HostCondition
     * @enum {string}
     */
    HostCondition: 'clean' | 'applied' | 'needs_restore';
    /** HostDetail */
    HostDetail: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /** Roles */
      roles: ('load' | 'proxy' | 'backend')[];
      /** Address */
      address: string;
      /** Version */
      version: string;
      /** Online */
      online: boolean;
      condition: components['schemas']['HostCondition'];
      /**
       * Last Seen
       * Format: date-time
       */
      last_seen: string;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      facts: components['schemas']['Facts'];
      /**
       * Missing
       * @description what recipes use and this host lacks, and how to install it
       */
      missing: string[];
      /**
       * Install
       * @description one line that installs what is missing, where its system is known
       * @default
       */
      install: string;
      /**
       * Unrestored Settings
       * @description values that could not be restored, while it needs a restore
       */
      unrestored_settings: components['schemas']['UnrestoredSettingOut'][];
      /**
       * Dropped Messages
       * @description messages that its agent dropped since its start: not signed for it by this dashboard
       */
      dropped_messages: number;
      /**
       * Labels
       * @description by which experiments choose testbeds
       */
      labels?: string[];
      /**
       * Drained At
       * @description since when nothing new starts on it
       */
      drained_at?: string | null;
      /**
       * Waiting
       * @description experiments that are queued for it
       * @default 0
       */
      waiting: number;
      /**
       * Outdated
       * @description why its agent, or the dashboard, is to be upgraded
       * @default
       */
      outdated: string;
      /**
       * Unavailable
       * @description why its agent cannot work for this dashboard, and what to do
       * @default
       */
      unavailable: string;
      report_error?: components['schemas']['ReportErrorOut'] | null;
      duplicate_agent?: components['schemas']['DuplicateAgentOut'] | null;
      held_by?: components['schemas']['ExperimentRef'] | null;
      /**
       * Claimed By
       * @description the other dashboard that holds it for an experiment of its own
       * @default
       */
      claimed_by: string;
      /** Jobs */
      jobs: components['schemas']['JobOut'][];
    };
    /**
     * HostDiagnostic
     * @description What one host found out in one diagnostic. `missing`: why it could not, and what to do.
     */
    HostDiagnostic: {
      /** Profiles */
      profiles?: components['schemas']['Profile'][];
      /** System Calls */
      system_calls?: components['schemas']['SystemCalls'][];
      /** Missing */
      missing?: string | null;
    };
    /**
     * HostEdit
     * @description Labels, or whether experiments may start on it.
     */
    HostEdit: {
      /**
       * Labels
       * @description all of them
       */
      labels?: string[] | null;
      /**
       * Seen
       * @description labels before the change; others by now answer 409
       */
      seen?: string[] | null;
      /**
       * Drained
       * @description nothing new starts on it; what runs there ends
       */
      drained?: boolean | null;
    };
    /**
     * HostEvent
     * @description A line of the kernel's log, or a worker that was replaced. `at`: epoch seconds of the control plane's
     *     clock.
     */
    HostEvent: {
      /** At */
      at: number;
      /** Text */
      text: string;
      /**
       * Kind
       * @default kernel
       * @enum {string}
       */
      kind: 'kernel' | 'worker';
    };
    /** HostFacts */
    HostFacts: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /** Host Id */
      host_id: string;
      /** Host */
      host: string;
      /** Address */
      address: string;
      /** Machine */
      machine: string;
      /**
       * Network
       * @description the same for hosts that share addresses, ports and net.* settings
       */
      network: string;
      /** Cpus */
      cpus: number;
    };
    /** HostOut */
    HostOut: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /** Roles */
      roles: ('load' | 'proxy' | 'backend')[];
      /** Address */
      address: string;
      /** Version */
      version: string;
      /** Online */
      online: boolean;
      condition: components['schemas']['HostCondition'];
      /**
       * Last Seen
       * Format: date-time
       */
      last_seen: string;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      facts: components['schemas']['Facts'];
      /**
       * Missing
       * @description what recipes use and this host lacks, and how to install it
       */
      missing: string[];
      /**
       * Install
       * @description one line that installs what is missing, where its system is known
       * @default
       */
      install: string;
      /**
       * Unrestored Settings
       * @description values that could not be restored, while it needs a restore
       */
      unrestored_settings: components['schemas']['UnrestoredSettingOut'][];
      /**
       * Dropped Messages
       * @description messages that its agent dropped since its start: not signed for it by this dashboard
       */
      dropped_messages: number;
      /**
       * Labels
       * @description by which experiments choose testbeds
       */
      labels?: string[];
      /**
       * Drained At
       * @description since when nothing new starts on it
       */
      drained_at?: string | null;
      /**
       * Waiting
       * @description experiments that are queued for it
       * @default 0
       */
      waiting: number;
      /**
       * Outdated
       * @description why its agent, or the dashboard, is to be upgraded
       * @default
       */
      outdated: string;
      /**
       * Unavailable
       * @description why its agent cannot work for this dashboard, and what to do
       * @default
       */
      unavailable: string;
      report_error?: components['schemas']['ReportErrorOut'] | null;
      duplicate_agent?: components['schemas']['DuplicateAgentOut'] | null;
      held_by?: components['schemas']['ExperimentRef'] | null;
      /**
       * Claimed By
       * @description the other dashboard that holds it for an experiment of its own
       * @default
       */
      claimed_by: string;
    };
    /** HostSeries */
    HostSeries: {
      /** Host Id */
      host_id: string;
      /** Host */
      host: string;
      /** Role */
      role: string;
      /**
       * Times
       * @description seconds since the start of the trial
       */
      times: number[];
      /** Series */
      series: {
        [key: string]: (number | null)[];
      };
    };
    /**
     * HostSince
     * @description Host that has a role now, and the one that had it then.
     */
    HostSince: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /**
       * Then
       * @description name of the host at launch; None: none had this role
       */
      then: string | null;
      /**
       * Now
       * @description None: nobody has it in this testbed
       */
      now: string | null;
      /** Online */
      online: boolean;
      condition: components['schemas']['HostCondition'] | null;
      /**
       * Last Seen
       * @description what is said of its facts is as of then
       */
      last_seen: string | null;
    };
    /**
     * ImportIn
     * @description A finished experiment made from outputs or tables from other sources.
     */
    ImportIn: {
      /** Name */
      name: string;
      /** Description */
      description?: string | null;
      /**
       * Source
       * @description link or sentence: where the figures come from
       */
      source?: string | null;
      /**
       * Notes
       * @description Markdown
       * @default
       */
      notes: string;
      /** Workloads */
      workloads: components['schemas']['Workload'][];
      /**
       * Settings
       * @description what all runs share
       */
      settings?: {
        [key: string]: string;
      };
      /**
       * Factors
       * @description factor → level → its settings
       */
      factors?: {
        [key: string]: {
          [key: string]: {
            [key: string]: string;
          };
        };
      };
      /**
       * Baseline
       * @description a variant's name; default: the first run's
       */
      baseline?: string | null;
      /**
       * Allowed Failures
       * @description share of requests, 0.01 is 1%
       * @default 0
       */
      allowed_failures: number;
      /** Runs */
      runs: components['schemas']['RunIn'][];
      /** Texts */
      texts?: components['schemas']['TextIn'][];
    };
    /**
     * InteractionOut
     * @description Whether the effect of a level depends on another dimension.
     */
    InteractionOut: {
      /** Factor */
      factor: string;
      /** Level */
      level: string;
      /** Against */
      against: string;
      /** Other */
      other: string;
      /** Other Level */
      other_level: string;
      /** Other Against */
      other_against: string;
      /** Pairs */
      pairs: number;
      /** @description the effect at `other_against` */
      here: components['schemas']['DeltaOut'];
      /** @description the effect at `other_level` */
      there: components['schemas']['DeltaOut'];
      /** @description there against here: 0.1 is a ratio 10% larger */
      delta: components['schemas']['DeltaOut'];
      /**
       * Depends
       * @enum {string}
       */
      depends: 'yes' | 'no' | 'unclear';
      /** Sentence */
      sentence: string;
    };
    /**
     * Interruption
     * @description A span between trials in which the experiment did not have its hosts.
     */
    Interruption: {
      /**
       * Began At
       * Format: date-time
       */
      began_at: string;
      /**
       * Ended At
       * @description None: it is paused, or waits to go on
       */
      ended_at: string | null;
      /** @description what it was interrupted by */
      failure: components['schemas']['Failure'];
      /**
       * Sentence
       * @description Sentence with its beginning, length and reason.
       */
      readonly sentence: string;
    };
    /**
     * InvitationCode
     * @description The code of an invitation's link.
     */
    InvitationCode: {
      /** Code */
      code: string;
    };
    /**
     * InvitationIn
     * @description Who is invited to what.
     */
    InvitationIn: {
      /**
       * Note
       * @description for whom; only admins see it
       */
      note: string;
      role: components['schemas']['Role'];
      /**
       * Can Reach Hosts
       * @default false
       */
      can_reach_hosts: boolean;
      /**
       * Days
       * @default 7
       */
      days: number;
    };
    /**
     * InvitationOut
     * @description A link that was not used yet.
     */
    InvitationOut: {
      /** Id */
      id: string;
      /** Note */
      note: string;
      role: components['schemas']['Role'];
      /** Can Reach Hosts */
      can_reach_hosts: boolean;
      /**
       * Made By
       * @description name of an account
       */
      made_by: string | null;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Expires At
       * Format: date-time
       */
      expires_at: string;
    };
    /**
     * JobOut
     * @description A job on a host, newest first.
     */
    JobOut: {
      /** Id */
      id: string;
      /** Kind */
      kind: string;
      /** State */
      state: string;
      /** Experiment Id */
      experiment_id: string | null;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /** Sent At */
      sent_at: string | null;
      /** Reported At */
      reported_at: string | null;
      /** Failure Message */
      failure_message?: string | null;
    };
    /**
     * Joining
     * @description What an invited person chooses.
     */
    Joining: {
      /** Code */
      code: string;
      /** Login */
      login: string;
      /** Name */
      name: string;
      /** Password */
      password: string;
    };
    /**
     * Kept
     * @description What people say of an experiment.
     */
    Kept: {
      /**
       * Notes
       * @description Markdown, as written
       */
      notes: string;
      /**
       * Notes Version
       * @description to be sent back with a change, so that no edit is lost
       */
      notes_version: number;
      /** @description who wrote them last; None: the dashboard's token */
      notes_by: components['schemas']['PersonRef'] | null;
      /**
       * Notes At
       * @description when; None: never, or before it was kept
       */
      notes_at: string | null;
      /**
       * Mentions
       * @description whom the notes mention
       */
      mentions: components['schemas']['PersonRef'][];
      /** Id */
      id: string;
      /** Name */
      name: string;
      /** Tags */
      tags: string[];
      /** Starred */
      starred: boolean;
      /** Archived */
      archived: boolean;
    };
    /**
     * KernelCounts
     * @description Counts of a host's kernel over a window.
     */
    KernelCounts: {
      /**
       * Growths
       * @description by the kernel's names; those that are missing are not known
       */
      growths?: {
        [key: string]: number;
      };
      /**
       * Tls
       * @description TLS connections that the kernel encrypted; None: not known
       */
      tls?: number | null;
      /**
       * Socket Bytes
       * @description buffers of the TCP sockets of the whole machine: the most at a reading; None: not known
       */
      socket_bytes?: number | null;
    };
    /**
     * Kind
     * @description What a link opens.
     * @enum {string}
     */
    Kind: 'experiment' | 'run' | 'comparison';
    /**
     * Knob
     * @description One entry of the registry.
     *
     *     With `directive` and `context` a knob is rendered as `directive value;` in that block of the
     *     proxy's nginx.conf; a knob without them has its own code in agents/render.
     */
    Knob: {
      /** Name */
      name: string;
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /**
       * Family
       * @enum {string}
       */
      family:
        | 'main'
        | 'listen'
        | 'http'
        | 'upstream'
        | 'tls'
        | 'raw'
        | 'origin'
        | 'server'
        | 'pin'
        | 'sysctl'
        | 'irq'
        | 'cpu'
        | 'limits'
        | 'load';
      /**
       * Type
       * @enum {string}
       */
      type:
        | 'int'
        | 'auto_int'
        | 'switch'
        | 'choice'
        | 'duration'
        | 'seconds'
        | 'size'
        | 'cpu_list'
        | 'affinity'
        | 'open_file_cache'
        | 'numbers'
        | 'word'
        | 'irq_affinity'
        | 'words'
        | 'buffers'
        | 'mime_types'
        | 'expires'
        | 'so_keepalive'
        | 'session_cache'
        | 'ciphers'
        | 'curves'
        | 'server'
        | 'addresses'
        | 'text';
      /** Default */
      default: string;
      /**
       * Default Until
       * @default
       */
      default_until: string;
      /**
       * Later Default
       * @default
       */
      later_default: string;
      /** Text */
      text: string;
      /**
       * Unit
       * @default
       */
      unit: string;
      /** Minimum */
      minimum?: number | null;
      /** Maximum */
      maximum?: number | null;
      /**
       * Choices
       * @default []
       */
      choices: string[];
      /** Count */
      count?: number | null;
      /**
       * Span
       * @default 0
       */
      span: number;
      /**
       * Scope
       * @default process
       * @enum {string}
       */
      scope: 'process' | 'namespace' | 'host';
      /**
       * Cost
       * @default restart
       * @constant
       */
      cost: 'restart';
      /**
       * See
       * @default []
       */
      see: string[];
      /** Setting */
      setting?: ('sysctl' | 'irq_affinity' | 'irqbalance' | 'governor') | null;
      /**
       * Key
       * @default
       */
      key: string;
      /**
       * Directive
       * @default
       */
      directive: string;
      /** Context */
      context?: ('main' | 'events' | 'http' | 'upstream') | null;
      /** Flavour */
      flavour?: ('nginx' | 'openresty' | 'tengine' | 'angie' | 'freenginx') | null;
      /**
       * Since
       * @default
       */
      since: string;
      /**
       * Until
       * @default
       */
      until: string;
      /**
       * Module
       * @default
       */
      module: string;
      /**
       * Axis
       * @default
       */
      axis: string;
      /**
       * Answers
       * @default false
       */
      answers: boolean;
    };
    /**
     * KnownNoiseOut
     * @description Noise that is known of a testbed, and from what.
     */
    KnownNoiseOut: {
      /** @description None until something was measured on it */
      noise: components['schemas']['NoiseOut'] | null;
      /** Sentence */
      sentence: string;
    };
    /**
     * Latency
     * @description Latency of every request, as measured: without the requests that wrk invents for slow ones.
     */
    Latency: {
      /**
       * Histogram
       * @description microseconds, see histogram.py
       */
      histogram: string;
      /**
       * Counted
       * @description requests in it
       */
      counted: number;
      /**
       * Negative
       * @description requests that taking out the invented ones left missing
       * @default 0
       */
      negative: number;
      /**
       * Printed
       * @description metric → s, as the tool printed it, the invented requests among it
       */
      printed?: {
        [key: string]: number | null;
      };
    };
    /** LatencyPoint */
    LatencyPoint: {
      /**
       * Share
       * @description of all requests, 0.99 is p99
       */
      share: number;
      /**
       * Value
       * @description s, that they took at most
       */
      value: number;
      /**
       * Low
       * @description 95% interval by resampling rounds; None below four rounds
       */
      low: number | null;
      /** High */
      high: number | null;
    };
    /**
     * LatencyRound
     * @description One row of the heat map: a round of a run.
     */
    LatencyRound: {
      /** Round */
      round: number;
      /** Requests */
      requests: number;
      /**
       * Shares
       * @description of this round's requests in each column
       */
      shares: number[];
    };
    /**
     * LengthOut
     * @description Noise of trials of one length, and what showing a change of 2% takes with them.
     */
    LengthOut: {
      /** Seconds */
      seconds: number;
      /**
       * Within
       * @description spread of trials of one start
       */
      within: number;
      /**
       * Measured
       * @description by whole trials; else from what was served in a part of them
       */
      measured: boolean;
      /**
       * Rounds
       * @description None: more than 1000
       */
      rounds: number | null;
      /** Total S */
      total_s: number | null;
    };
    /**
     * LinkIn
     * @description Whose account the link signs in to; an admin's is made when there is none of that name.
     *
     *     Never the account of somebody who joined by an invitation or a provider: then it is `owner`.
     */
    LinkIn: {
      /**
       * User
       * @description user that runs `dyno login`, on that machine
       * @default
       */
      user: string;
    };
    /**
     * LinkOut
     * @description A link that signs one browser in, once.
     */
    LinkOut: {
      /** Url */
      url: string;
      /**
       * Expires At
       * Format: date-time
       */
      expires_at: string;
    };
    /**
     * ListedChange
     * @description Change of one run against its baseline in one metric; 0.1 is +10%.
     */
    ListedChange: {
      /** Metric */
      metric: string;
      /** Change */
      change: number;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
      /**
       * Verdict
       * @enum {string}
       */
      verdict: 'better' | 'worse' | 'same' | 'unclear' | 'fails_more' | 'interim' | 'left_out';
    };
    /**
     * ListedFigures
     * @description Figures of a row in the list of experiments.
     */
    ListedFigures: {
      /** @description of the first answer; None where nothing was compared */
      change: components['schemas']['ListedChange'] | null;
      /** @description of the same run */
      p99: components['schemas']['ListedChange'] | null;
      /**
       * Seconds
       * @description from start to end without interruptions; None: imported
       */
      seconds: number | null;
    };
    /**
     * LoadReport
     * @description One execution of the load tool.
     */
    LoadReport: {
      /** Argv */
      argv: string[];
      /** Version */
      version: string;
      /** Exit Code */
      exit_code: number | null;
      /** Signal */
      signal?: number | null;
      /** Stdout */
      stdout: string;
      /** Stderr */
      stderr: string;
      /** Started At */
      started_at: number;
      /** Ended At */
      ended_at: number;
      /**
       * Figures
       * @description metric name → SI value
       */
      figures?: {
        [key: string]: number | null;
      };
      /** Errors */
      errors?: {
        [key: string]: number | null;
      };
      /** Warnings */
      warnings?: string[];
      probe?: components['schemas']['Probe'] | null;
      latency?: components['schemas']['Latency'] | null;
      held_connections?: components['schemas']['HeldReport'] | null;
      pace?: components['schemas']['Pace'] | null;
      /**
       * Late S
       * @description began after a FireJob said
       * @default 0
       */
      late_s: number;
    };
    /**
     * LogSummary
     * @description Figures of a log. Sizes in bytes, rates in requests a second.
     */
    LogSummary: {
      /** Format */
      format: string;
      /** Lines */
      lines: number;
      /**
       * Usable Requests
       * @description GET answered 200, 206 or 304
       */
      usable_requests: number;
      /** Left Out */
      left_out: components['schemas']['backend__access_logs__workload__LeftOut'][];
      /**
       * Sampled Requests
       * @description requests in the uniform sample that everything below is from
       */
      sampled_requests: number;
      /** Targets Seen */
      targets_seen: number;
      /** Targets Used */
      targets_used: number;
      /**
       * Frequent Share
       * @description share of requests whose target is in the mix by its own count
       */
      frequent_share: number;
      /**
       * Unchanged Share
       * @description share of requests answered with 304
       */
      unchanged_share: number;
      /** Site Bytes */
      site_bytes: number;
      /**
       * Shortened Pages
       * @description pages cut: one has at most 256 MiB, and the site 2 GB
       */
      shortened_pages: number;
      /** Requests Per S Mean */
      requests_per_s_mean: number | null;
      /** Requests Per S Peak */
      requests_per_s_peak: number | null;
      /**
       * Requests Per Connection
       * @description None: the format has no $connection_requests
       */
      requests_per_connection: number | null;
    };
    /**
     * LogWorkload
     * @description The workload of a log, as data and as YAML, and the figures of the log.
     */
    LogWorkload: {
      workload: components['schemas']['Workload'];
      /** Yaml */
      yaml: string;
      summary: components['schemas']['LogSummary'];
    };
    /**
     * MachineLine
     * @description Series of one machine, a value for each trial.
     */
    MachineLine: {
      /** Machine */
      machine: string;
      /**
       * Others
       * @description share of the measured CPUs that other processes used
       */
      others: (number | null)[];
      /** Steal */
      steal: (number | null)[];
      /**
       * Interrupts
       * @description share of the measured CPUs in interrupts
       */
      interrupts: (number | null)[];
      /** Interrupts Per S */
      interrupts_per_s: (number | null)[];
    };
    /** MainEffectsOut */
    MainEffectsOut: {
      metric: components['schemas']['Metric'];
      /**
       * Workloads
       * @description over which the pairs are; they are always equal in a pair
       */
      workloads: string[];
      /**
       * Baseline
       * @description factor → the level that the others are compared with
       */
      baseline: {
        [key: string]: string;
      };
      /** Effects */
      effects: components['schemas']['EffectOut'][];
      /**
       * Sentences
       * @description one a factor
       */
      sentences: string[];
      /**
       * Interactions
       * @description the surest first
       */
      interactions: components['schemas']['InteractionOut'][];
      /**
       * Min Effect
       * @description the smallest change that matters here, as in a delta
       */
      min_effect: number;
    };
    /**
     * Matching
     * @description How pairs were made; `how` is a word for programs, `text` for people: paired by …
     */
    Matching: {
      /** How */
      how: string;
      /** Text */
      text: string;
      /**
       * Pooled
       * @description pairs in which repeats stand together
       * @default 0
       */
      pooled: number;
      /** Left Out */
      left_out?: string[];
    };
    /**
     * MatchingTestbed
     * @description A testbed that an experiment for any one with labels may take.
     */
    MatchingTestbed: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /**
       * Now
       * @example free
       * @example busy with “first”
       * @example load-1 is offline
       */
      now: string;
    };
    /**
     * Me
     * @description Who asks, and what that person may do.
     */
    Me: {
      /**
       * Account Id
       * @description null: the dashboard's token, which has no account
       */
      account_id: string | null;
      /** Login */
      login: string | null;
      /** Name */
      name: string;
      role: components['schemas']['Role'];
      /** Can Reach Hosts */
      can_reach_hosts: boolean;
      came_from: components['schemas']['Way'];
      /** Has Password */
      has_password: boolean;
      /**
       * Has Provider
       * @description whether it is linked to a person at the OpenID provider
       */
      has_provider: boolean;
      /**
       * Is Owners
       * @description whether links of `dyno login` sign in to it
       */
      is_owners: boolean;
    };
    /**
     * Metric
     * @description One metric; the name is stored and never changes.
     */
    Metric: {
      /** Name */
      name: string;
      /** Label */
      label: string;
      /**
       * Unit
       * @enum {string}
       */
      unit: '1/s' | 's' | 'B/s' | 'B' | '1' | '';
      /**
       * Direction
       * @enum {string}
       */
      direction: 'higher' | 'lower';
      /**
       * Zero Ok
       * @default false
       */
      zero_ok: boolean;
      /** Text */
      text: string;
      /**
       * Phrase
       * @description inside a sentence
       */
      phrase: string;
      /**
       * Short
       * @description where there is little room, and nothing else says what it is
       */
      short: string;
      /**
       * Title
       * @description in full, without its definition
       */
      title: string;
      /**
       * Group
       * @enum {string}
       */
      group: 'rate' | 'latency' | 'failures' | 'cost' | 'size';
      /**
       * Is Question
       * @description one of the headline's; others are exploratory
       * @default false
       */
      is_question: boolean;
      /**
       * Shown
       * @default []
       */
      shown: ('picker' | 'compare' | 'overall' | 'trials' | 'trial_columns')[];
      /**
       * Missing
       * @description why it can be missing; empty: the load tool says why
       * @default
       */
      missing: string;
    };
    /**
     * MetricFigure
     * @description One headline number: mean of valid trials, its 95% interval, and the delta against the baseline.
     */
    MetricFigure: {
      /** Metric */
      metric: string;
      /** Mean */
      mean: number | null;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
      /** Cv */
      cv: number | null;
      /** N */
      n: number;
      delta: components['schemas']['DeltaOut'] | null;
    };
    /** Missing */
    Missing: {
      /** Host */
      host: string;
      /**
       * Why
       * @description and what to do
       */
      why: string;
    };
    /**
     * MissingOut
     * @description A host that saw nothing in a diagnostic, and what to do about it.
     */
    MissingOut: {
      /** Host */
      host: string;
      /** Reason */
      reason: string;
    };
    /**
     * MixEntry
     * @description One request of a mix. Headers are sent beside those of the workload and replace them.
     */
    MixEntry: {
      /**
       * Method
       * @default GET
       * @enum {string}
       */
      method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
      /**
       * Path
       * @description with its query
       */
      path: string;
      /**
       * Weight
       * @description how often, beside the weights of the others
       * @default 1
       */
      weight: number;
      /** Headers */
      headers?: {
        [key: string]: string;
      };
      /**
       * Body
       * @description a text, or {bytes: n}; of POST, PUT, PATCH and DELETE
       */
      body?: (components['schemas']['FilledBody'] | string) | null;
    };
    /**
     * MixSupport
     * @description Support of a tool for mixes of requests.
     */
    MixSupport: {
      /**
       * Refused Methods
       * @description method → why it cannot
       */
      refused_methods?: {
        [key: string]: string;
      };
      /**
       * Is Paths Only
       * @description method, headers and body are the same for all
       * @default false
       */
      is_paths_only: boolean;
      /**
       * Is In Step
       * @description all connections begin with its first request
       * @default false
       */
      is_in_step: boolean;
    };
    /**
     * MoreIn
     * @description Number of rounds to add to a finished experiment.
     */
    MoreIn: {
      /**
       * Rounds
       * @description default: as many as would settle it
       */
      rounds?: number | null;
    };
    /**
     * MoreOffer
     * @description Rounds that could be added to an experiment whose questions are open, once.
     */
    MoreOffer: {
      /**
       * Rounds
       * @description that would settle a candidate; None: more would hardly
       */
      rounds: number | null;
      /**
       * Runs
       * @description that would be measured in them: the others are settled
       */
      runs: number;
      /**
       * Round S
       * @description seconds of one of these rounds, about
       */
      round_s: number;
      /** Max Rounds */
      max_rounds: number;
      /**
       * Sentence
       * @example About 12 more rounds (8 min) would settle pinned.
       */
      sentence: string;
      /**
       * Why Not
       * @description reason why none can be added, as a clause; empty: they can
       */
      why_not: string;
    };
    /**
     * MoveIn
     * @description Another place in the line of a testbed.
     */
    MoveIn: {
      /** Testbed Id */
      testbed_id: string;
      to: components['schemas']['To'];
      /**
       * Seen
       * @description ids of that line as it was seen; a line that has changed answers 409
       */
      seen: string[];
    };
    /**
     * NeedOut
     * @description Rounds that show a change here: baseline, control and one candidate, new servers each round.
     */
    NeedOut: {
      /** Effect */
      effect: number;
      /** Min Effect */
      min_effect: number;
      /**
       * Rounds
       * @description fixed, finds it in 80% of experiments; None: more than 1000
       */
      rounds: number | null;
      /** Seconds */
      seconds: number | null;
      /**
       * Decided Rounds
       * @description on average, where rounds go on until decided, at most 40
       */
      decided_rounds: number;
      /** Decided Seconds */
      decided_seconds: number;
      /**
       * Chance
       * @description that it is found then
       */
      chance: number;
    };
    /** NewApiToken */
    NewApiToken: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      scope: components['schemas']['Scope'];
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Expires At
       * Format: date-time
       */
      expires_at: string;
      /**
       * Last Used At
       * @description to within five minutes
       */
      last_used_at: string | null;
      /**
       * Token
       * @description shown this once
       */
      token: string;
    };
    /** NewInvitation */
    NewInvitation: {
      /** Id */
      id: string;
      /** Note */
      note: string;
      role: components['schemas']['Role'];
      /** Can Reach Hosts */
      can_reach_hosts: boolean;
      /**
       * Made By
       * @description name of an account
       */
      made_by: string | null;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Expires At
       * Format: date-time
       */
      expires_at: string;
      /**
       * Url
       * @description the link; shown this once
       */
      url: string;
    };
    /** NewReceiver */
    NewReceiver: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      way: components['schemas']['NoticeWay'];
      /**
       * Place
       * @description scheme and host, as the rest may be a secret; or the mail address
       */
      place: string;
      /** Kinds */
      kinds: components['schemas']['NoticeKind'][];
      /** Enabled */
      enabled: boolean;
      /** Made By */
      made_by: string;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Secret
       * @description that webhooks are signed with; shown this once
       */
      secret: string | null;
    };
    /** NewToken */
    NewToken: {
      /** Id */
      id: string;
      /** Roles */
      roles: ('load' | 'proxy' | 'backend')[];
      /** Host Name */
      host_name: string | null;
      /** Reusable */
      reusable: boolean;
      /** Approves */
      approves: boolean;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Expires At
       * Format: date-time
       */
      expires_at: string;
      /** Used At */
      used_at: string | null;
      /**
       * Used By
       * @description name of the last host that came with it
       */
      used_by: string | null;
      /**
       * Host Id
       * @description that host, once it is let in
       */
      host_id: string | null;
      /**
       * Host Was There
       * @description that host is older than the token: its agent was renewed
       */
      host_was_there: boolean;
      /**
       * Refusal
       * @description why the last agent that came with it was refused
       */
      refusal: string | null;
      /**
       * Token
       * @description the secret; it is shown this once
       */
      token: string;
      /**
       * Ca Sha256
       * @description of the dashboard's own CA, for the agent; empty where systems trust its certificate
       */
      ca_sha256: string;
    };
    /**
     * NextStep
     * @description Next step after a result; a page shows it as one button.
     */
    NextStep: {
      /**
       * Kind
       * @enum {string}
       */
      kind:
        'resume' | 'measure_again' | 'measure_more' | 'retest' | 'compare' | 'bisect' | 'apply' | 'change';
      /**
       * Label
       * @example Measure 12 more rounds
       */
      label: string;
      /**
       * Sentence
       * @description reason for it
       * @example They would settle pinned.
       */
      sentence: string;
      /**
       * Seconds
       * @description of measuring, about; None: none or unknown
       */
      seconds?: number | null;
      /**
       * Run Id
       * @description run that it is about
       */
      run_id?: string | null;
      /**
       * Experiment Id
       * @description other experiment that it is about
       */
      experiment_id?: string | null;
      /**
       * Bisect Id
       * @description bisect that it is about
       */
      bisect_id?: string | null;
    };
    /** NginxFacts */
    NginxFacts: {
      /** Path */
      path: string;
      /** Version */
      version: string;
      /**
       * Arguments
       * @default
       */
      arguments: string;
      /**
       * Flavour
       * @default nginx
       * @enum {string}
       */
      flavour: 'nginx' | 'openresty' | 'tengine' | 'angie' | 'freenginx';
      /**
       * Number
       * @default
       */
      number: string;
      /**
       * Base
       * @default
       */
      base: string;
      /**
       * Modules
       * @description built in, as -V names them: http_ssl; empty: not known
       */
      modules?: string[];
    };
    /**
     * NoiseOut
     * @description Scatter of this testbed's trials, by its newest calibration, else by its newest experiments.
     */
    NoiseOut: {
      /**
       * Cv
       * @description coefficient of variation of one trial's req/s, 0.05 = 5%
       */
      cv: number;
      /**
       * Trial S
       * @description length of the trials that it is known from
       */
      trial_s: number | null;
      /**
       * Between Starts
       * @description spread of one start of a server against another; None until it could be told apart
       */
      between_starts?: number | null;
      /**
       * Within Starts
       * @description of trials of one start, where it was calibrated
       */
      within_starts?: number | null;
      calibration?: components['schemas']['CalibrationRef'] | null;
    };
    /**
     * NoticeKind
     * @description What a receiver can ask for, and what each notice is.
     * @enum {string}
     */
    NoticeKind: 'finished' | 'failed' | 'worse' | 'needs_restore' | 'test';
    /**
     * NoticeWay
     * @description How a notice goes to a receiver.
     * @enum {string}
     */
    NoticeWay: 'webhook' | 'slack' | 'mail';
    /**
     * OpenIn
     * @description The token of a share link: what stands behind /s/ in its address.
     */
    OpenIn: {
      /** Token */
      token: string;
    };
    /**
     * Opened
     * @description What a link shows. A cookie in the answer's headers then stands for it below /api/v1/shared/ID/.
     */
    Opened: {
      /** Id */
      id: string;
      kind: components['schemas']['Kind'];
      /** As Report */
      as_report: boolean;
      /**
       * Page
       * @description address of the page below /s/TOKEN
       * @example /runs/06f3k2a8d1xq9z
       */
      page: string;
      /** With Hosts */
      with_hosts: boolean;
      /** Expires At */
      expires_at: string | null;
      /**
       * Url
       * @description where to open it instead: a cookie of the name in the address bar would also go to servers of other users of the same machine
       */
      url?: string | null;
    };
    /**
     * Origin
     * @enum {string}
     */
    Origin: 'measured' | 'imported';
    /**
     * Outcome
     * @description Result of a measurement.
     * @enum {string}
     */
    Outcome:
      'different' | 'alike' | 'like_first' | 'like_last' | 'between' | 'undecided' | 'skipped' | 'failed';
    /** OverallRow */
    OverallRow: {
      metric: components['schemas']['Metric'];
      delta: components['schemas']['DeltaOut'];
      spread: components['schemas']['SpreadOut'] | null;
    };
    /**
     * OwnNotices
     * @description What one's own account is told by mail.
     */
    OwnNotices: {
      /** Email */
      email?: string | null;
      /**
       * Mail When Done
       * @description of experiments that one launched
       * @default false
       */
      mail_when_done: boolean;
    };
    /** OwnNoticesOut */
    OwnNoticesOut: {
      /** Email */
      email?: string | null;
      /**
       * Mail When Done
       * @description of experiments that one launched
       * @default false
       */
      mail_when_done: boolean;
      /**
       * Has Mail
       * @description whether the dashboard has a mail server
       */
      has_mail: boolean;
    };
    /**
     * OwnVersion
     * @description A version of an own recipe.
     */
    OwnVersion: {
      /** Version */
      version: number;
      /** Title */
      title: string;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /** @description who saved it; None: the dashboard's token */
      owner: components['schemas']['PersonRef'] | null;
    };
    /**
     * Pace
     * @description Record of a rate that was kept or not. Lag: from the time a request was due until it was sent.
     */
    Pace: {
      /**
       * Rate
       * @description requests per second that were asked for
       */
      rate: number;
      /**
       * Planned Requests
       * @description requests that the rate has in the duration
       */
      planned_requests: number;
      /** Sent Requests */
      sent_requests: number;
      /** Lag P50 S */
      lag_p50_s: number;
      /** Lag P99 S */
      lag_p99_s: number;
      /** Lag Max S */
      lag_max_s: number;
      /**
       * Backlog
       * @description due and not yet answered, at equal steps of the duration
       */
      backlog: number[];
      /**
       * Lags
       * @description histogram of all lags, until those of several generators are merged
       * @default
       */
      lags: string;
    };
    /**
     * PairOut
     * @description What one host found when it called another.
     */
    PairOut: {
      /**
       * Source
       * @description name of the host that called
       */
      source: string;
      /** Target */
      target: string;
      /** Ok */
      ok: boolean;
      /** Round Trip Ms */
      round_trip_ms?: number | null;
      /**
       * Mbit Per S
       * @description over one connection for a second
       */
      mbit_per_s?: number | null;
      /**
       * Problem
       * @default
       */
      problem: string;
      /**
       * Help
       * @description what to do about it
       * @default
       */
      help: string;
    };
    /**
     * PartTimes
     * @description Seconds that one part of the requests took, as the tool printed them; None where it does not say.
     */
    PartTimes: {
      /**
       * Part
       * @enum {string}
       */
      part: 'connect' | 'processing' | 'waiting' | 'total';
      /** Min */
      min: number | null;
      /** Mean */
      mean: number | null;
      /** Stdev */
      stdev: number | null;
      /** Median */
      median: number | null;
      /** Max */
      max: number | null;
    };
    /** PasswordChange */
    PasswordChange: {
      /**
       * Current
       * @description not needed without one, or after signing in by `dyno login`
       */
      current?: string | null;
      /** New */
      new: string;
    };
    /**
     * PastedConf
     * @description An nginx.conf, or what `nginx -T` prints.
     */
    PastedConf: {
      /** Text */
      text: string;
      /**
       * Server
       * @description index of the server block to measure; default: one that serves
       */
      server?: number | null;
      /**
       * Testbed Id
       * @description whose nginx has to know the directives; default: the only testbed
       */
      testbed_id?: string | null;
    };
    /**
     * PersonRef
     * @description An account, as everybody who is signed in sees it.
     */
    PersonRef: {
      /** Id */
      id: string;
      /** Login */
      login: string;
      /** Name */
      name: string;
    };
    /**
     * PivotCellOut
     * @description One place of the table: a run, or the mean of several that differ in what is averaged over.
     */
    PivotCellOut: {
      /** Row */
      row: string;
      /** Column */
      column: string;
      /** Run Ids */
      run_ids: string[];
      /** Names */
      names: string[];
      /** Is Baseline */
      is_baseline: boolean;
      /**
       * Mean
       * @description arithmetic mean of the trials; of several runs, of their means
       */
      mean: number | null;
      /**
       * Half
       * @description half of the 95% interval of the mean, SI
       */
      half: number | null;
      /**
       * Cv
       * @description coefficient of variation, 0.05 = 5%; of several runs geometric
       */
      cv: number | null;
      /**
       * Trials
       * @description valid ones with a figure
       */
      trials: number;
      /**
       * Dots
       * @description trials; of several runs the means of whole rounds
       */
      dots: components['schemas']['TrialValue'][];
      delta: components['schemas']['DeltaOut'] | null;
      /**
       * Missing
       * @description why there is no figure, in a sentence
       */
      missing: string | null;
    };
    /** PivotOut */
    PivotOut: {
      metric: components['schemas']['Metric'];
      /** Dimensions */
      dimensions: components['schemas']['DimensionOut'][];
      /** Rows */
      rows: string;
      /** Columns */
      columns: string;
      /**
       * Fixed
       * @description dimension → the level that is looked at
       */
      fixed: {
        [key: string]: string;
      };
      /** Averaged */
      averaged: string[];
      /**
       * Over
       * @description how many combinations of the averaged dimensions each mean is over
       */
      over: number;
      /**
       * Baseline
       * @description what the deltas are against, in words
       */
      baseline: string;
      /**
       * Cells
       * @description row by row
       */
      cells: components['schemas']['PivotCellOut'][];
      /**
       * Left Out
       * @description combinations that are not averaged, and why
       */
      left_out: string[];
    };
    /**
     * PlanOut
     * @description Plan of a launch. With errors nothing can be launched.
     */
    PlanOut: {
      /** Errors */
      errors: components['schemas']['ProblemItem'][];
      /**
       * Definition
       * @description normalised; None when it cannot be read
       */
      definition?: components['schemas']['Definition'] | null;
      /** Yaml */
      yaml?: string | null;
      /** Runs */
      runs?: components['schemas']['PlannedRunOut'][];
      /**
       * Rounds
       * @default 0
       */
      rounds: number;
      /**
       * Trials
       * @default 0
       */
      trials: number;
      /**
       * Seconds
       * @default 0
       */
      seconds: number;
      /**
       * Load Seconds
       * @default 0
       */
      load_seconds: number;
      /**
       * Smallest Effect
       * @description smallest change that this plan can show, 0.03 = 3%
       */
      smallest_effect?: number | null;
      /** @description where rounds may end early; rounds, trials, seconds are then those of the maximum */
      fewest?: components['schemas']['Fewest'] | null;
      /** @description None until an experiment was measured on this testbed */
      noise?: components['schemas']['NoiseOut'] | null;
      /**
       * Noise Sentence
       * @description what is known of this testbed's noise, and from what
       * @default
       */
      noise_sentence: string;
      /** @description None while noise is not known, or where nothing is compared */
      goal?: components['schemas']['Goal'] | null;
      /**
       * Stages
       * @description of halving; else empty
       */
      stages?: components['schemas']['PlannedStage'][];
      /** @description what halving would find instead, where many candidates share the trials */
      halved?: components['schemas']['Halved'] | null;
      /**
       * Seed
       * @default 0
       */
      seed: number;
      /**
       * Order
       * @description run positions, a list a round; of halving the first stage, for who follows is not known
       */
      order?: number[][];
      /**
       * Repeats
       * @description why a long round measures its baseline several times
       */
      repeats?: string | null;
      /**
       * Servers
       * @description how often servers are started anew, what that takes, what one start hides
       */
      servers?: string | null;
      /**
       * Ceiling
       * @description how the baseline's ceiling is found first, of which rates are shares
       */
      ceiling?: string | null;
      /** Changes */
      changes?: components['schemas']['HostChange'][];
      /**
       * Diagnostics
       * @description what is looked at, beside results
       */
      diagnostics?: components['schemas']['PlannedDiagnosticsOut'][];
      /** @description that the plan is made for */
      testbed?: components['schemas']['ExperimentRef'] | null;
      /**
       * Matching
       * @description with the labels that it asks for; else empty
       */
      matching?: components['schemas']['MatchingTestbed'][];
      /** Queue Behind */
      queue_behind?: components['schemas']['ExperimentRef'][];
      /**
       * Advice
       * @description in the order of the definition
       */
      advice?: components['schemas']['AdviceOut'][];
    };
    /**
     * PlannedDiagnosticsOut
     * @description Extra trials after the measured ones that say why.
     */
    PlannedDiagnosticsOut: {
      /**
       * What
       * @enum {string}
       */
      what: 'probe' | 'profile' | 'system_calls';
      /** Diagnostics */
      diagnostics: number;
      /**
       * Max More
       * @description more of them at most, until each run has enough samples
       * @default 0
       */
      max_more: number;
      /**
       * Seconds
       * @description wall time of all of them, added ones too; part of the plan's
       */
      seconds: number;
      /** Cannot */
      cannot?: components['schemas']['CannotDiagnose'][];
    };
    /** PlannedRunOut */
    PlannedRunOut: {
      /** Position */
      position: number;
      /** Name */
      name: string;
      /** Variant */
      variant: string;
      /** Parent */
      parent: string | null;
      /** Knobs */
      knobs: {
        [key: string]: number | string | boolean;
      };
      /**
       * Set Here
       * @description knobs that differ from the parent (or the baseline)
       */
      set_here: string[];
      /** Factors */
      factors: {
        [key: string]: string;
      } | null;
      /**
       * Topology
       * @enum {string}
       */
      topology: 'direct' | 'proxied' | 'proxy_only';
      workload: components['schemas']['ShownWorkload'];
      /** Is Baseline */
      is_baseline: boolean;
      /** Is Control */
      is_control: boolean;
      /**
       * Against
       * @description variant that it is compared with; null for a baseline, and for context
       */
      against: string | null;
      /**
       * Conf
       * @description nginx.conf under test, rendered with stand-in addresses
       */
      conf: string;
      /** Parent Conf */
      parent_conf: string | null;
      /** Baseline Conf */
      baseline_conf: string;
      /** Load Argv */
      load_argv: string[];
    };
    /**
     * PlannedStage
     * @description A stage of halving: its rounds, counted from 1, and what it measures.
     */
    PlannedStage: {
      /** Number */
      number: number;
      /** First */
      first: number;
      /** Last */
      last: number;
      /** Rounds */
      rounds: number;
      /**
       * Candidates
       * @description of each workload
       */
      candidates: number;
      /**
       * Runs
       * @description of all workloads, with baselines and controls
       */
      runs: number;
      /** Trials */
      trials: number;
    };
    /**
     * Ports
     * @description Room for new connections of a host at one moment: ephemeral ports (TCP only), and what is tracked.
     */
    Ports: {
      /**
       * Range
       * @description numbers in net.ipv4.ip_local_port_range
       */
      range: number;
      /**
       * In Use
       * @description of these, taken by connections to the address with the most
       * @default 0
       */
      in_use: number;
      /**
       * Time Wait
       * @description closed connections still remembered, on any port
       * @default 0
       */
      time_wait: number;
      /** @description none where netfilter tracks nothing */
      tracked?: components['schemas']['Tracked'] | null;
    };
    /** PrecisionOut */
    PrecisionOut: {
      /**
       * Least
       * @description rounds before anything is looked at
       */
      least: number;
      /** Most */
      most: number;
      /**
       * Rounds
       * @description whole ones that this is about
       */
      rounds: number;
      /**
       * Rule
       * @description what ended them: precise, most, unmeasurable; None: nothing yet
       */
      rule: ('precise' | 'most' | 'unmeasurable') | null;
      /** Widest */
      widest: components['schemas']['Widest'][];
      /** Left Out */
      left_out: components['schemas']['backend__analysis__precision__LeftOut'][];
      /**
       * Sentence
       * @example Ended after 9 rounds: every interval within ±1%.
       */
      sentence: string;
    };
    /**
     * PreparedSetup
     * @description One setup as it is: where it listens, what is effective, or why it could not be.
     */
    PreparedSetup: {
      /** Key */
      key: string;
      failure?: components['schemas']['Failure'] | null;
      /** Urls */
      urls?: string[];
      /** More Urls */
      more_urls?: string[];
      /**
       * Conf
       * @default
       */
      conf: string;
      /** Argv */
      argv?: string[][];
      /**
       * Version
       * @default
       */
      version: string;
      /** Workers */
      workers?: components['schemas']['Worker'][];
      /**
       * Effective
       * @description what else was read back: nofile, nice, key type
       */
      effective?: {
        [key: string]: string;
      };
    };
    /**
     * PreviewIn
     * @description Texts as they were pasted or dropped; `tables` by the number of the text and of its table, from 0.
     */
    PreviewIn: {
      /** Texts */
      texts: components['schemas']['GivenText'][];
      /**
       * Tables
       * @description a text that is named here is read as tables
       */
      tables?: {
        [key: string]: {
          [key: string]: components['schemas']['TableChoice'];
        };
      };
      /**
       * Together
       * @description the answer to the preview's question
       */
      together?: ('repeats' | 'variants') | null;
    };
    /**
     * PreviewOut
     * @description Everything that was read, and an import that can be posted once its workloads are whole.
     */
    PreviewOut: {
      /** Texts */
      texts: components['schemas']['TextRead'][];
      /** Reports */
      reports: components['schemas']['ReportOut'][];
      /** Workloads */
      workloads: components['schemas']['WorkloadGuess'][];
      /** Factors */
      factors: {
        [key: string]: {
          [key: string]: {
            [key: string]: string;
          };
        };
      };
      /** Runs */
      runs: components['schemas']['RunGuess'][];
      /** Baseline */
      baseline: string | null;
      question: components['schemas']['Question'] | null;
      /**
       * Problems
       * @description what was left out, e.g. place texts[0].rows[3].requests
       */
      problems: components['schemas']['ProblemItem'][];
    };
    /**
     * PrintedFunction
     * @description Line that a write-up printed from perf.
     */
    PrintedFunction: {
      /** Function */
      function: string | null;
      /** Variant */
      variant: string | null;
      /** Text */
      text: string;
    };
    /**
     * Probe
     * @description A request to the target before it is measured; of a mix the heaviest one.
     */
    Probe: {
      /** Status */
      status: number;
      /** Bytes */
      bytes: number;
      /** Sha256 */
      sha256: string;
      /**
       * Steady
       * @description a second request got the same body
       * @default true
       */
      steady: boolean;
      /**
       * Server
       * @default
       */
      server: string;
      /**
       * Mix
       * @description answers to the heaviest requests of a mix
       */
      mix?: components['schemas']['ProbedEntry'][];
    };
    /**
     * ProbedEntry
     * @description The answer to one request of a mix.
     */
    ProbedEntry: {
      /** Status */
      status: number;
      /** Bytes */
      bytes: number;
      /** Sha256 */
      sha256: string;
      /**
       * Steady
       * @description a second request got the same body
       * @default true
       */
      steady: boolean;
      /**
       * Entry
       * @description its index in the mix
       */
      entry: number;
    };
    /**
     * Problem
     * @description RFC 9457 problem details.
     */
    Problem: {
      /**
       * Type
       * @default about:blank
       */
      type: string;
      /**
       * Code
       * @example not_found
       */
      code: string;
      /**
       * Title
       * @example Not found
       */
      title: string;
      /**
       * Status
       * @example 404
       */
      status: number;
      /**
       * Detail
       * @example There is no run 06f3k2a8d1xq9z; check the link
       */
      detail: string;
      /** Errors */
      errors?: components['schemas']['ProblemItem'][];
      /**
       * More
       * @description what its code promises
       */
      more?: {
        [key: string]: unknown;
      };
      /**
       * Request Id
       * @description under which the log has it
       * @default
       */
      request_id: string;
    };
    /**
     * ProblemItem
     * @description What is wrong and where, e.g. `variants[2].set.nginx.worker_processes`; line and column if YAML.
     *
     *     `label`: the place as the form names it, e.g. “Variant 3, nginx.worker_processes”.
     */
    ProblemItem: {
      /** Place */
      place: string;
      /** Message */
      message: string;
      /** Line */
      line?: number | null;
      /** Column */
      column?: number | null;
      /** Label */
      readonly label: string;
    };
    /**
     * ProcessTime
     * @description CPU time of processes that are not the experiment's, summed over one session and name.
     */
    ProcessTime: {
      /** Name */
      name: string;
      /** Session */
      session: number;
      /** Cpu S */
      cpu_s: number;
      /**
       * Of Server
       * @description parts of the Dynoboard server that runs beside the agent
       * @default false
       */
      of_server: boolean;
    };
    /**
     * Profile
     * @description Samples of one setup's processes, or of the load tool's, while a trial ran.
     *
     *     `stacks`: folded, outermost frame first, joined by `;` → samples. A frame without a name is its file in
     *     brackets, `[nginx]`; one of the kernel ends with KERNEL.
     */
    Profile: {
      /**
       * Subject
       * @description setup key, or `load`
       */
      subject: string;
      /**
       * Event
       * @enum {string}
       */
      event: 'cpu-clock' | 'cycles';
      /**
       * Hz
       * @description samples asked for in a second of CPU time
       */
      hz: number;
      /** Stacks */
      stacks: {
        [key: string]: number;
      };
      /**
       * Lost
       * @description samples that perf says it lost
       * @default 0
       */
      lost: number;
      /**
       * Cpu S
       * @description CPU seconds of these processes meanwhile, by exact counters
       */
      cpu_s: number;
      /**
       * Kernel Names
       * @description False: the kernel's frames have no names
       * @default true
       */
      kernel_names: boolean;
    };
    /**
     * ProfileDifference
     * @description Difference of two runs' CPU time by place: B against A.
     */
    ProfileDifference: {
      /** A Run Id */
      a_run_id: string;
      /** B Run Id */
      b_run_id: string;
      /** A Name */
      a_name: string;
      /** B Name */
      b_name: string;
      /**
       * Unpaired
       * @description why intervals are not paired by round; empty where they are
       * @default
       */
      unpaired: string;
      /**
       * Causes
       * @description the server under test first
       */
      causes: components['schemas']['CauseOut'][];
      /** Roles */
      roles: components['schemas']['ProfiledRole'][];
      /** @description of the role asked for, else of the server under test */
      shown: components['schemas']['ChangeTree'] | null;
      /** Missing */
      missing: components['schemas']['Missing'][];
    };
    /** ProfiledRole */
    ProfiledRole: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /** Host */
      host: string;
      /**
       * Diagnostics
       * @description profiles; of a difference, pairs of them
       */
      diagnostics: number;
    };
    /** Progress */
    Progress: {
      /** Done */
      done: number;
      /** Total */
      total: number;
      /** Round */
      round: number;
      /** Rounds */
      rounds: number;
      /**
       * Step
       * @example measuring workers 2 (round 3 of 12)
       */
      step: string;
      /**
       * Rounds Least
       * @description where rounds may end early: the fewest, and `rounds` and `total` are the most
       */
      rounds_least?: number | null;
      /**
       * Seconds Left
       * @description where rounds may end early: at most
       */
      seconds_left: number | null;
      /**
       * Seconds Left Least
       * @description the same at least, after the fewest rounds
       */
      seconds_left_least?: number | null;
      /** Current Trial Id */
      current_trial_id?: string | null;
      /** Current Run Id */
      current_run_id?: string | null;
    };
    /** Published */
    Published: {
      /** Source */
      source: string;
      /** Note */
      note: string | null;
      /** Rows */
      rows: components['schemas']['PublishedRow'][];
      /**
       * Functions
       * @description from its profiles
       */
      functions?: components['schemas']['PrintedFunction'][];
      /**
       * Remarks
       * @description where printed figures do not follow from its own, in sentences
       */
      remarks?: string[];
    };
    /**
     * PublishedFunction
     * @description Line that a write-up printed from perf; `function` where it named one.
     */
    PublishedFunction: {
      /** Function */
      function?: string;
      /** Variant */
      variant?: string;
      /** Text */
      text: string;
    };
    /**
     * PublishedIn
     * @description A run's row as its source printed it. SI units; `delta` 0.1 is +10%.
     */
    PublishedIn: {
      /** Requests */
      requests?: number | null;
      /** Requests Per S */
      requests_per_s?: number | null;
      /**
       * Latency Mean
       * @description seconds
       */
      latency_mean?: number | null;
      /** Delta */
      delta?: number | null;
      /** Note */
      note?: string | null;
    };
    /**
     * PublishedRow
     * @description A row of a write-up beside our run of the same variant.
     */
    PublishedRow: {
      /** Variant */
      variant: string;
      /**
       * Workload
       * @description which, where there are several
       */
      workload?: string | null;
      /**
       * Factors
       * @description its place, where it is a cell of the grid
       */
      factors?: {
        [key: string]: string;
      } | null;
      /** Run Id */
      run_id: string | null;
      /**
       * Connections
       * @description largest clean number of connections
       */
      connections?: number | null;
      /** Requests */
      requests: number | null;
      /** Requests Per S */
      requests_per_s: number | null;
      /** Latency Mean */
      latency_mean: number | null;
      /** Change */
      change: number | null;
      /**
       * Trials
       * @description requests per second behind the mean
       */
      trials?: number[];
      /**
       * Mean
       * @description of its trials, beside what was printed
       */
      mean?: number | null;
      /**
       * Cv
       * @description spread of its trials, 0.05 = 5%
       */
      cv?: number | null;
      /** @description from its own trials, against the published baseline's */
      delta?: components['schemas']['DeltaOut'] | null;
      /**
       * Note
       * @description a flaw of the figure, or why no run stands beside it
       */
      note?: string | null;
    };
    /**
     * PublishedTable
     * @description The numbers of a write-up, shown beside the measured ones.
     */
    PublishedTable: {
      /** Source */
      source: string;
      /** Note */
      note?: string;
      /** Rows */
      rows?: components['schemas']['PublishedTableRow'][];
      /** Functions */
      functions?: components['schemas']['PublishedFunction'][];
    };
    /**
     * PublishedTableRow
     * @description One line of a write-up's table. SI units; `delta` 0.1 is +10%; `trials` are requests per second.
     */
    PublishedTableRow: {
      /** Variant */
      variant: string;
      /**
       * Workload
       * @description which, where there are several
       */
      workload?: string;
      /**
       * Connections
       * @description largest clean number of connections
       */
      connections?: number;
      /** Requests */
      requests?: number;
      /** Requests Per S */
      requests_per_s?: number;
      /**
       * Latency Mean
       * @description seconds
       */
      latency_mean?: number;
      /** Delta */
      delta?: number;
      /** Trials */
      trials?: number[];
      /** Note */
      note?: string;
    };
    /**
     * Question
     * @description Asked where outputs or rows may be trials of one run as well as runs to compare.
     */
    Question: {
      /**
       * Chosen
       * @description as answered, else as suggested
       * @enum {string}
       */
      chosen: 'repeats' | 'variants';
      /**
       * Suggested
       * @enum {string}
       */
      suggested: 'repeats' | 'variants';
      /**
       * Why
       * @description what the suggestion goes by, as a sentence
       */
      why: string;
    };
    /**
     * QueueEntry
     * @description An unfinished experiment in the line of a testbed.
     */
    QueueEntry: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /**
       * By
       * @description its owner, who launched it
       */
      by: string;
      /**
       * Launched At
       * Format: date-time
       */
      launched_at: string;
      /** @description where it runs or waits; it may share hosts with another one */
      testbed: components['schemas']['ExperimentRef'];
      /**
       * Labels
       * @description it begins on the first free testbed with these
       */
      labels?: string[];
      /**
       * Step
       * @description what it does now, or waits for
       */
      step?: string | null;
      /**
       * Seconds Left
       * @description of one that has begun
       */
      seconds_left?: number | null;
      /** @description of one that waits */
      start?: components['schemas']['QueueStart'] | null;
    };
    /**
     * QueueStart
     * @description Start of a queued experiment, by what those before it have left.
     */
    QueueStart: {
      /**
       * Seconds
       * @description from now; None: it cannot be known
       */
      seconds: number | null;
      /**
       * At Most
       * @description rounds of one before it may end early
       */
      at_most: boolean;
      /**
       * Unknown
       * @description what nobody can foresee, where it cannot be known
       */
      unknown: string | null;
    };
    /**
     * Ranked
     * @description A candidate at the end of a stage.
     */
    Ranked: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Change
       * @description the middle one of its rounds' changes in req/s, by which it is ranked; None without any
       */
      change: number | null;
      /** Goes On */
      goes_on: boolean;
    };
    /**
     * RateShare
     * @description A rate as a share of the baseline's ceiling: what it answers as fast as a closed loop asks.
     */
    RateShare: {
      /** Share */
      share: number;
      /**
       * Ceiling
       * @description requests per second, once it is measured
       */
      ceiling?: number | null;
      /**
       * Is Tool Limit
       * @description the load tool was at its own limit when it was measured
       * @default false
       */
      is_tool_limit: boolean;
    };
    /** Reach */
    Reach: {
      /**
       * Bind
       * @description address that the dashboard listens on
       */
      bind: string;
      /** Port */
      port: number;
      /**
       * Broker
       * @description where agents take their jobs from; empty: this machine alone
       */
      broker: string;
      /** Encrypted */
      encrypted: boolean;
      /**
       * Hindrances
       * @description empty where other machines can become hosts
       */
      hindrances: components['schemas']['Hindrance'][];
      /**
       * Targets
       * @description hosts that packages are there for
       * @example [
       *       "3.12 x86_64"
       *     ]
       */
      targets: string[];
      /**
       * Key Pin
       * @description of the certificate's key, for `curl --pinnedpubkey`; empty where systems trust it
       * @default
       */
      key_pin: string;
    };
    /**
     * ReachReport
     * @description Findings of a host about the others, and about itself.
     */
    ReachReport: {
      /**
       * Port
       * @description where it listened; None where no port was free
       */
      port: number | null;
      /**
       * Busy Ports
       * @description of its range, that something listens on
       */
      busy_ports: number;
      /**
       * Clock Offset S
       * @description its own clock minus the control plane's
       */
      clock_offset_s?: number | null;
      /**
       * Clock Error S
       * @description of that
       */
      clock_error_s?: number | null;
      /** Reached */
      reached: components['schemas']['Reached'][];
    };
    /**
     * Reached
     * @description Result of calling one other host.
     */
    Reached: {
      /** Host */
      host: string;
      /**
       * Outcome
       * @enum {string}
       */
      outcome: 'reached' | 'refused' | 'silent' | 'forbidden' | 'stranger' | 'broken';
      /**
       * Detail
       * @default
       */
      detail: string;
      /**
       * Round Trip S
       * @description median of small messages
       */
      round_trip_s?: number | null;
      /**
       * Bytes Per S
       * @description over one connection for a second
       */
      bytes_per_s?: number | null;
    };
    /** ReadyJob */
    ReadyJob: {
      /** Job Id */
      job_id: string;
    };
    /**
     * Reason
     * @description One thing that weakens a result.
     */
    Reason: {
      /**
       * Code
       * @example busy_host
       */
      code: string;
      /**
       * Level
       * @enum {string}
       */
      level: 'amber' | 'red';
      /**
       * Sentence
       * @example Other programs took 31% of the CPU.
       */
      sentence: string;
    };
    /**
     * ReceiverChange
     * @description Only what is given changes.
     */
    ReceiverChange: {
      /** Name */
      name?: string | null;
      /** Address */
      address?: string | null;
      /** Kinds */
      kinds?: ('finished' | 'failed' | 'worse' | 'needs_restore')[] | null;
      /**
       * Enabled
       * @description false also gives up what still waits
       */
      enabled?: boolean | null;
    };
    /**
     * ReceiverIn
     * @description Where notices go.
     */
    ReceiverIn: {
      /** Name */
      name: string;
      way: components['schemas']['NoticeWay'];
      /**
       * Address
       * @description https://… of a webhook or chat, or a mail address
       */
      address: string;
      /** Kinds */
      kinds: ('finished' | 'failed' | 'worse' | 'needs_restore')[];
    };
    /** ReceiverOut */
    ReceiverOut: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      way: components['schemas']['NoticeWay'];
      /**
       * Place
       * @description scheme and host, as the rest may be a secret; or the mail address
       */
      place: string;
      /** Kinds */
      kinds: components['schemas']['NoticeKind'][];
      /** Enabled */
      enabled: boolean;
      /** Made By */
      made_by: string;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
    };
    /** RecipeChange */
    RecipeChange: {
      /** Retired */
      retired: boolean;
    };
    /**
     * RecipeDetail
     * @description One form of a recipe, sized to a testbed: the definition that a launch would use.
     */
    RecipeDetail: {
      /** Slug */
      slug: string;
      /** Title */
      title: string;
      /** Topic */
      topic: ('CPUs and noise' | 'Whole tunings' | 'Connections and kernel' | 'Content and TLS') | 'Your own';
      /** Summary */
      summary: string;
      /**
       * Differs
       * @description what its runs differ in: variants, or factors and levels
       * @default
       */
      differs: string;
      /** Why */
      why: string;
      /** Source */
      source: string | null;
      /** Forms */
      forms: ('quick' | 'full')[];
      /** Quick Note */
      quick_note: string | null;
      /** Tool */
      tool: string;
      /** Topology */
      topology: ('direct' | 'proxied' | 'proxy_only') | '';
      /**
       * Kind
       * @enum {string}
       */
      kind: 'compare' | 'ceiling';
      /**
       * On Testbed
       * @description quick, then full; an own recipe has the full form alone
       */
      on_testbed: components['schemas']['RecipeForm'][];
      /** @description of a recipe that was saved here: its newest version */
      own?: components['schemas']['OwnVersion'] | null;
      /**
       * Retired
       * @default false
       */
      retired: boolean;
      /**
       * Form
       * @enum {string}
       */
      form: 'quick' | 'full';
      /** Note */
      note: string | null;
      definition: components['schemas']['Definition'];
      /** Yaml */
      yaml: string;
      published?: components['schemas']['Published'] | null;
    };
    /**
     * RecipeForm
     * @description One form of a recipe on a testbed: how long it takes there, and what stands in its way.
     */
    RecipeForm: {
      /**
       * Form
       * @enum {string}
       */
      form: 'quick' | 'full';
      /** Seconds */
      seconds: number;
      /** Runs */
      runs: number;
      /** Tools */
      tools: string[];
      /**
       * Needs
       * @description what a testbed must have for it
       */
      needs: string[];
      /**
       * Problems
       * @description why this testbed cannot run it; empty where it can, or none is known
       */
      problems: string[];
      /**
       * Left Out
       * @description what of a quick form this testbed cannot do, with the reason
       */
      left_out: string[];
    };
    /**
     * RecipeIn
     * @description A definition to save under a title; its name is made from the title.
     */
    RecipeIn: {
      /** Title */
      title: string;
      /**
       * Yaml
       * @description a definition, at most 1 MiB
       */
      yaml: string;
      /**
       * After
       * @description the version that this one follows; left out for a new recipe
       */
      after?: number | null;
    };
    /** RecipeSummary */
    RecipeSummary: {
      /** Slug */
      slug: string;
      /** Title */
      title: string;
      /** Topic */
      topic: ('CPUs and noise' | 'Whole tunings' | 'Connections and kernel' | 'Content and TLS') | 'Your own';
      /** Summary */
      summary: string;
      /**
       * Differs
       * @description what its runs differ in: variants, or factors and levels
       * @default
       */
      differs: string;
      /** Why */
      why: string;
      /** Source */
      source: string | null;
      /** Forms */
      forms: ('quick' | 'full')[];
      /** Quick Note */
      quick_note: string | null;
      /** Tool */
      tool: string;
      /** Topology */
      topology: ('direct' | 'proxied' | 'proxy_only') | '';
      /**
       * Kind
       * @enum {string}
       */
      kind: 'compare' | 'ceiling';
      /**
       * On Testbed
       * @description quick, then full; an own recipe has the full form alone
       */
      on_testbed: components['schemas']['RecipeForm'][];
      /** @description of a recipe that was saved here: its newest version */
      own?: components['schemas']['OwnVersion'] | null;
      /**
       * Retired
       * @default false
       */
      retired: boolean;
    };
    /**
     * Refusal
     * @description Why somebody did not come in by the provider.
     * @enum {string}
     */
    Refusal:
      | 'not_begun'
      | 'used'
      | 'denied'
      | 'not_believed'
      | 'away'
      | 'unknown'
      | 'domain'
      | 'group'
      | 'disabled'
      | 'taken'
      | 'signed_out'
      | 'spent'
      | 'too_many';
    /**
     * RefusalOut
     * @description Complaint of nginx about one text, and the line of it that it names.
     */
    RefusalOut: {
      /** Place */
      place: string;
      /** Message */
      message: string;
      /** Line */
      line?: number | null;
      /** Column */
      column?: number | null;
      /**
       * Text
       * @description that line of the nginx.conf; empty where none was named
       * @default
       */
      text: string;
      /** Label */
      readonly label: string;
    };
    /**
     * RenderedDifference
     * @description A line that only the paste (-) or only the rendered nginx.conf (+) has.
     *
     *     Order within a block is not compared.
     */
    RenderedDifference: {
      /**
       * Sign
       * @enum {string}
       */
      sign: '-' | '+';
      /** Context */
      context: string;
      /** Text */
      text: string;
      /** Reason */
      reason: string;
      /** File */
      file: string;
      /**
       * Line
       * @description of the paste; 0 for what is added
       */
      line: number;
    };
    /**
     * Report
     * @description The outcome of one job. Which parts are filled depends on the kind of job.
     */
    'Report-Input': {
      /** Job Id */
      job_id: string;
      failure?: components['schemas']['Failure'] | null;
      /** Setups */
      setups?: components['schemas']['PreparedSetup'][];
      load?: components['schemas']['LoadReport'] | null;
      window?: components['schemas']['Window'] | null;
      cooled?: components['schemas']['Cooled'] | null;
      condition?: components['schemas']['HostCondition'] | null;
      /** Unrestored Settings */
      unrestored_settings?: components['schemas']['UnrestoredSetting'][];
      /** Applied */
      applied?: components['schemas']['AppliedSetting'][];
      facts?: components['schemas']['Facts'] | null;
      reach?: components['schemas']['ReachReport'] | null;
      diagnostic?: components['schemas']['HostDiagnostic'] | null;
    };
    /**
     * Report
     * @description All content of a report, in its order; the page and the files render it.
     */
    'Report-Output': {
      /**
       * Kind
       * @enum {string}
       */
      kind: 'experiment' | 'comparison';
      /**
       * Id
       * @description None for a comparison that was not saved
       */
      id: string | null;
      /**
       * Path
       * @description the page that it is about
       * @example /experiments/06f3k2a8d1xq9z
       */
      path: string;
      /** Title */
      title: string;
      /**
       * Question
       * @default
       */
      question: string;
      /**
       * Headline
       * @description what came out, in one sentence
       */
      headline: string;
      /**
       * Trust
       * @description in words; empty before the end, and of a comparison
       * @default
       */
      trust: string;
      /**
       * Settled
       * @description whether the headline has a verdict
       */
      settled: boolean;
      /**
       * Is Untrusted
       * @description trust is red: verdicts have no colour
       * @default false
       */
      is_untrusted: boolean;
      /**
       * Cause
       * @description what made the difference, where profiles tell it
       */
      cause?: string | null;
      /** @description of the headline’s change in throughput */
      accounting?: components['schemas']['Accounting'] | null;
      /**
       * State
       * @description of the experiment; finished for a comparison
       */
      state: string;
      /** Imported */
      imported: boolean;
      /** Description */
      description: string | null;
      /** Tags */
      tags: string[];
      /** Created At */
      created_at: string | null;
      /** Started At */
      started_at: string | null;
      /** Finished At */
      finished_at: string | null;
      metric: components['schemas']['Metric'];
      /**
       * Metrics
       * @description names of the metrics that there are values of
       */
      metrics: string[];
      /**
       * Tested
       * @description sentences: what was compared under which load, how requests went
       */
      tested: string[];
      /** Variants */
      variants: components['schemas']['ReportVariant'][];
      /** Environment */
      environment: components['schemas']['ReportHost'][];
      /**
       * Environment Note
       * @description why nothing, or not everything, is known
       */
      environment_note: string | null;
      /**
       * Method
       * @description sentences: rounds, order, control, noise, what ended it
       */
      method: string[];
      /**
       * Min Effect
       * @description the smallest change that matters, 0.01 = ±1%; None where nothing is compared
       */
      min_effect: number | null;
      /**
       * A Title
       * @description of a comparison's sides
       */
      a_title?: string | null;
      /** B Title */
      b_title?: string | null;
      /**
       * Rows
       * @description of an experiment; a comparison has `pairs`
       */
      rows: components['schemas']['ReportRow'][];
      /** Pairs */
      pairs: components['schemas']['ReportPair'][];
      /**
       * Steps
       * @description of an experiment whose variants derive from each other
       */
      steps?: components['schemas']['ReportStep'][];
      /** Findings */
      findings: components['schemas']['ReportFinding'][];
      /**
       * Spread
       * @description whose trials lie closer together
       */
      spread: components['schemas']['ReportFinding'][];
      /**
       * Bottlenecks
       * @description of an experiment: what limited its runs, alike ones together
       */
      bottlenecks?: string[];
      /**
       * Differs
       * @description of a comparison: settings and facts that are not equal
       */
      differs: string[];
      /**
       * Remarks
       * @description invalid, failed and suspect trials, and why
       */
      remarks: components['schemas']['ReportRemark'][];
      /**
       * Not Comparable
       * @description sentences; empty: nothing was found
       */
      not_comparable: string[];
      published: components['schemas']['Published'] | null;
      /**
       * Notes
       * @description Markdown, as written
       */
      notes: string;
      /**
       * Notes Html
       * @description the same, sanitised
       */
      notes_html: string;
      source: components['schemas']['ReportSource'] | null;
      /** Charts */
      charts: components['schemas']['ReportChart'][];
    };
    /**
     * ReportChart
     * @description A chart drawn on the server; `svg` and `png` are addresses below this dashboard.
     */
    ReportChart: {
      /**
       * Name
       * @enum {string}
       */
      name: 'delta' | 'steps' | 'trials' | 'percentiles' | 'grid' | 'pairs';
      /** Title */
      title: string;
      /**
       * Caption
       * @description how to read it
       */
      caption: string;
      /**
       * Summary
       * @description what it shows in words, for those who do not see it
       */
      summary: string;
      /** Svg */
      svg: string;
      /** Png */
      png: string;
    };
    /**
     * ReportErrorOut
     * @description The last message of an agent that this dashboard refused, since the agent's start.
     */
    ReportErrorOut: {
      /**
       * What
       * @example report
       */
      what: string;
      /** Why */
      why: string;
      /** Count */
      count: number;
      /**
       * At
       * Format: date-time
       */
      at: string;
    };
    /** ReportFact */
    ReportFact: {
      /**
       * Name
       * @example CPU
       */
      name: string;
      /**
       * Value
       * @example S2500, 128 CPUs
       */
      value: string;
    };
    /**
     * ReportFinding
     * @description One sentence of what was found, with the interval in it.
     */
    ReportFinding: {
      /**
       * Text
       * @example workers 2 raised requests per second by 92.2% [88.1, 96.4]; better.
       */
      text: string;
      /**
       * Verdict
       * @description better, worse, same, unclear, steadier or less_steady
       */
      verdict?: string | null;
      /** Run Id */
      run_id?: string | null;
    };
    /**
     * ReportHost
     * @description A machine and what was known of it; roles that share a machine stand together.
     */
    ReportHost: {
      /** Roles */
      roles: string[];
      /** Host */
      host: string;
      /** Facts */
      facts: components['schemas']['ReportFact'][];
    };
    /**
     * ReportOut
     * @description One report inside of a text, or one start of a tool that printed none.
     */
    ReportOut: {
      /** Text */
      text: number;
      /** Report */
      report: number;
      /**
       * First
       * @description line, from 1
       */
      first: number;
      /** Last */
      last: number;
      /** Tool */
      tool: string;
      /** Version */
      version: string | null;
      /**
       * Command
       * @description as it was typed before the report, where it is in the text
       */
      command: string | null;
      /**
       * Headings
       * @description what a person wrote above it, outermost first
       */
      headings?: string[];
      /** Url */
      url: string | null;
      workload: components['schemas']['WorkloadGuess'];
      /**
       * Document Length
       * @description bytes, of the first answer
       */
      document_length?: number | null;
      /** Figures */
      figures: {
        [key: string]: number | null;
      };
      /**
       * Failures
       * @description in words; empty when nothing failed
       */
      failures: string;
      /**
       * Invalid
       * @description why its trial will not count, unless failures are allowed
       */
      invalid: string[];
      /**
       * Allow
       * @description the smallest round share of failed requests that lets an invalid trial count
       */
      allow?: number | null;
      /** Warnings */
      warnings: string[];
      /**
       * Problem
       * @description why there are no figures
       */
      problem: string | null;
    };
    /**
     * ReportPair
     * @description Two runs side by side in the table of a comparison; A is the baseline.
     */
    ReportPair: {
      /** Label */
      label: string;
      /** A Run Id */
      a_run_id: string;
      /** B Run Id */
      b_run_id: string;
      /** A Value */
      a_value: number | null;
      /** B Value */
      b_value: number | null;
      /** A Cv */
      a_cv: number | null;
      /** B Cv */
      b_cv: number | null;
      delta: components['schemas']['DeltaOut'];
    };
    /**
     * ReportRemark
     * @description Something about trials that a reader has to know; `level` as of findings, or `failed`.
     */
    ReportRemark: {
      /**
       * Level
       * @enum {string}
       */
      level: 'invalid' | 'suspect' | 'note' | 'failed';
      /**
       * Text
       * @example workers 2: 1 of 13 trials is invalid and left out: 12 requests failed.
       */
      text: string;
      /** Run Id */
      run_id?: string | null;
    };
    /**
     * ReportRow
     * @description One run in the table of an experiment, numbered as write-ups do, baseline first.
     */
    ReportRow: {
      /** Number */
      number: number;
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * What
       * @description what is set, in words
       */
      what: string;
      /**
       * Workload
       * @description its name, empty where there is one only
       */
      workload: string;
      /** Is Baseline */
      is_baseline: boolean;
      /** Is Control */
      is_control: boolean;
      /**
       * Trials
       * @description valid ones
       */
      trials: number;
      /**
       * Requests
       * @description arithmetic mean of a trial
       */
      requests: number | null;
      /** Requests Per S */
      requests_per_s: number | null;
      /**
       * Latency Mean
       * @description s
       */
      latency_mean: number | null;
      /**
       * Value
       * @description arithmetic mean of the report's metric, SI
       */
      value: number | null;
      /**
       * Cv
       * @description spread of the trials of that metric, 0.05 = 5%
       */
      cv: number | null;
      /** @description None for the baseline, and where nothing can be compared */
      delta: components['schemas']['DeltaOut'] | null;
      /**
       * Failure
       * @description why no trial of it was measured
       */
      failure?: string | null;
      /**
       * Clean
       * @description of a search: largest load that passed
       */
      clean?: number | null;
      /**
       * Failing
       * @description of a search: smallest load that failed
       */
      failing?: number | null;
      /**
       * Clean Change
       * @description of `clean` against the baseline's
       */
      clean_change?: number | null;
    };
    /**
     * ReportSource
     * @description Source of imported figures, or of the published ones beside ours.
     */
    ReportSource: {
      /** Text */
      text: string;
      /**
       * Url
       * @description http or https only
       */
      url?: string | null;
    };
    /**
     * ReportStep
     * @description A run against the run that its variant derives from.
     */
    ReportStep: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Before
       * @description the run before the step
       */
      before: string;
      /**
       * Settings
       * @description what the step sets otherwise, in words
       * @example access_log off
       */
      settings: string;
      delta: components['schemas']['DeltaOut'];
    };
    /**
     * ReportVariant
     * @description Settings of one run in words.
     */
    ReportVariant: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /** Is Baseline */
      is_baseline: boolean;
      /** Is Control */
      is_control: boolean;
      /**
       * Settings
       * @example [
       *       "worker_processes 2",
       *       "pin.load 0-1"
       *     ]
       */
      settings: string[];
      /**
       * Sentence
       * @example worker_processes 2
       * @example nothing: the defaults
       * @example a copy of the baseline
       */
      sentence: string;
    };
    /**
     * ReproduceOut
     * @description Changes since the experiment, the plan of the same definition now, and the body that launches it.
     */
    ReproduceOut: {
      experiment: components['schemas']['ExperimentRef'];
      /**
       * Measured At
       * Format: date-time
       */
      measured_at: string;
      testbed: components['schemas']['ExperimentRef'];
      /** Same Testbed */
      same_testbed: boolean;
      /**
       * Seed
       * @description of the experiment: with it, trials come in the same order
       */
      seed: number;
      /** Hosts */
      hosts: components['schemas']['HostSince'][];
      /**
       * Facts Changed
       * @description of each host, since the launch
       */
      facts_changed: components['schemas']['FactChange'][];
      /**
       * Errors
       * @description why it cannot be launched now
       */
      errors: components['schemas']['ProblemItem'][];
      /** Runs */
      runs: number;
      /** Rounds */
      rounds: number;
      /** Trials */
      trials: number;
      /** Seconds */
      seconds: number;
      /** Smallest Effect */
      smallest_effect: number | null;
      /** Queue Behind */
      queue_behind: components['schemas']['ExperimentRef'][];
      /** @description to be sent to POST /api/v1/experiments as it is */
      launch: components['schemas']['ExperimentIn'];
    };
    /**
     * RestoreIn
     * @description Put a host back once more.
     */
    RestoreIn: {
      /**
       * Forget
       * @description leave what cannot be restored as it is
       * @default false
       */
      forget: boolean;
    };
    /**
     * RetestIn
     * @description Launch a re-test. By default of the best by req/s, with as many rounds as its spread asks for.
     * @example {}
     * @example {
     *       "trials": 24
     *     }
     */
    RetestIn: {
      /**
       * Metric
       * @description the best by which metric
       * @default requests_per_s
       */
      metric: string;
      /**
       * Workload
       * @description only the best under this one
       */
      workload?: string | null;
      /**
       * Trials
       * @description of each run, or {min, max, until}
       */
      trials?:
        | number
        | {
            [key: string]: unknown;
          }
        | null;
      /** Seed */
      seed?: number | null;
      /**
       * Testbed Id
       * @description default: the same one
       */
      testbed_id?: string | null;
    };
    /**
     * RetestOffer
     * @description Offer of a re-test; without a definition where none makes sense, and `why_not` says why.
     */
    RetestOffer: {
      /** Why Not */
      why_not: string | null;
      /** Metric */
      metric: string;
      /** @description the best and its first figure */
      first: components['schemas']['DeltaRow'] | null;
      /**
       * Candidates
       * @description variants that it is the best of
       */
      candidates: number;
      /** Sentence */
      sentence: string | null;
      /** Rounds */
      rounds: number;
      /** Seconds */
      seconds: number;
      /**
       * Definition
       * @description to be launched, or changed first
       */
      definition: components['schemas']['Definition'] | null;
      source: components['schemas']['ExperimentRef'];
      /** Testbed Id */
      testbed_id: string | null;
      /**
       * Retests
       * @description that there are already, newest first
       */
      retests: components['schemas']['RetestRef'][];
    };
    /** RetestRef */
    RetestRef: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      state: components['schemas']['ExperimentState'];
    };
    /**
     * RetestResult
     * @description The first figure beside that of the re-test.
     */
    RetestResult: {
      source: components['schemas']['ExperimentRef'];
      /** Metric */
      metric: string;
      first: components['schemas']['DeltaRow'] | null;
      again: components['schemas']['DeltaRow'] | null;
      /**
       * Sentence
       * @example +26.7% at first, +21.0% [+18.1%, +24.0%] in the re-test: it holds, …
       */
      sentence: string;
    };
    /**
     * Role
     * @description What a person may do: look; launch, cancel and write; decide who else may.
     * @enum {string}
     */
    Role: 'viewer' | 'operator' | 'admin';
    /**
     * RoundDot
     * @description One round: change against the baseline in that round.
     */
    RoundDot: {
      /** Round */
      round: number;
      /** Change */
      change: number;
    };
    /**
     * RuleOut
     * @description A check that every trial goes through.
     */
    RuleOut: {
      /** Code */
      code: string;
      /**
       * Level
       * @enum {string}
       */
      level: 'invalid' | 'suspect' | 'note';
      /**
       * Title
       * @example Failed requests
       */
      title: string;
      /**
       * Sentence
       * @description what holds when nothing is found
       */
      sentence: string;
      /**
       * Limit
       * @example below 5%
       */
      limit: string;
      /**
       * Why
       * @description plain text, paragraphs apart by an empty line
       */
      why: string;
    };
    /**
     * Rules
     * @description The rules for verdicts that the experiment follows.
     */
    Rules: {
      /** Version */
      version: number;
      /**
       * Launch
       * @description in force when it was launched
       */
      launch: number;
      /**
       * Today
       * @default 2
       */
      today: number;
      /**
       * Note
       * @description Sentence where today's rules differ; empty: they do not.
       */
      readonly note: string;
    };
    /**
     * RulesIn
     * @description The rules to judge an experiment by: today's, or those that it was launched under.
     */
    RulesIn: {
      /** Version */
      version: number;
    };
    /** RunDetail */
    RunDetail: {
      /** Id */
      id: string;
      /** Position */
      position: number;
      /** Name */
      name: string;
      /** Variant */
      variant: string;
      /** Parent */
      parent: string | null;
      /** Knobs */
      knobs: {
        [key: string]: number | string | boolean;
      };
      /**
       * Inapplicable
       * @description knobs of other runs that its servers do not have
       */
      inapplicable?: string[];
      /**
       * Described
       * @description settings of an imported run, as reported by the source
       */
      described: {
        [key: string]: string;
      };
      /** Factors */
      factors: {
        [key: string]: string;
      } | null;
      /**
       * Topology
       * @enum {string}
       */
      topology: 'direct' | 'proxied' | 'proxy_only';
      workload: components['schemas']['ShownWorkload'];
      /** Is Baseline */
      is_baseline: boolean;
      /** Is Control */
      is_control: boolean;
      /** Deleted */
      deleted: boolean;
      state: components['schemas']['RunState'];
      failure: components['schemas']['Failure'] | null;
      /**
       * Eliminated After
       * @description rounds after which halving eliminated it; None: measured to the end
       */
      eliminated_after?: number | null;
      /**
       * Last Round
       * @description last round it was measured in, as an interim analysis found it decided or hardly to become so; its deltas are of then. None: measured to the end
       */
      last_round?: number | null;
      /** Trials Done */
      trials_done: number;
      /** Trials Invalid */
      trials_invalid: number;
      /** Trials Failed */
      trials_failed: number;
      /**
       * Trials Not Measured
       * @description of the failed ones: their run had failed before them
       * @default 0
       */
      trials_not_measured: number;
      /**
       * Total Requests
       * @description mean requests of a trial
       */
      total_requests: number | null;
      /**
       * Means
       * @description metric → arithmetic mean of its valid trials, SI
       */
      means: {
        [key: string]: number;
      };
      /**
       * Cv
       * @description metric → coefficient of variation, 0.05 = 5%
       */
      cv: {
        [key: string]: number;
      };
      /**
       * Half
       * @description metric → half of the 95% interval of the mean, SI
       */
      half: {
        [key: string]: number;
      };
      /**
       * Range
       * @description metric → smallest and largest of its valid trials, SI
       */
      range?: {
        [key: string]: number[];
      };
      /**
       * Bottlenecks
       * @description likeliest first, at the end
       */
      bottlenecks?: components['schemas']['Bottleneck'][];
      /**
       * Setting Signs
       * @description at the end
       */
      setting_signs?: components['schemas']['SettingSign'][];
      /**
       * Latency Kind
       * @description measured: of all requests; printed: as the load tool printed it; mixed: trials of both
       * @default none
       * @enum {string}
       */
      latency_kind: 'measured' | 'printed' | 'mixed' | 'none';
      experiment: components['schemas']['ExperimentRef'];
      /** Experiment State */
      experiment_state: string;
      origin: components['schemas']['Origin'];
      /**
       * Source
       * @description where the figures come from, as reported
       */
      source: string | null;
      /**
       * Has Diagnostics
       * @description its experiment ran diagnostics: GET …/diagnostics
       * @default false
       */
      has_diagnostics: boolean;
      /** Testbed */
      testbed: string;
      /** Figures */
      figures: components['schemas']['MetricFigure'][];
      /** @description None before the end */
      trust?: components['schemas']['Trust'] | null;
      /**
       * Is Untrusted
       * @description trust in it or in its experiment is red: verdicts have no colour
       * @default false
       */
      is_untrusted: boolean;
      /** Trials */
      trials: components['schemas']['TrialDetail'][];
      /**
       * Percentiles
       * @description metric → mean over valid trials of that percentile, s
       */
      percentiles: {
        [key: string]: number;
      };
      baseline: components['schemas']['BaselineCurve'] | null;
      /**
       * Setups
       * @description with the texts that nginx read back
       */
      setups: components['schemas']['EffectiveSetup'][];
      /**
       * Applied
       * @description settings of hosts, as read back
       */
      applied: {
        [key: string]: components['schemas']['AppliedSetting'][];
      };
      /**
       * Conf
       * @description nginx.conf under test, with stand-ins for addresses and ports
       */
      conf: string;
      /** @description its result, in a search for the ceiling */
      ceiling?: components['schemas']['CeilingRun'] | null;
      /** @description how often its servers were started, and what it did */
      servers?: components['schemas']['ServersOut'] | null;
      probe: components['schemas']['Probe'] | null;
      /** Hosts */
      hosts: components['schemas']['HostFacts'][];
      /**
       * Facts
       * @description host → facts at launch
       */
      facts: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
      /**
       * Facts Changed
       * @description what differed after the experiment; null where no host was read again
       */
      facts_changed?: components['schemas']['FactChange'][] | null;
      /**
       * Cpu Per Request
       * @description role → CPU seconds a request
       */
      cpu_per_request: {
        [key: string]: number;
      };
      memory: components['schemas']['RunMemory'];
      /**
       * Rules
       * @description every check of a trial, in the order that it is made
       */
      rules: components['schemas']['RuleOut'][];
      /**
       * Profiled
       * @description its definition asks for profiles
       * @default false
       */
      profiled: boolean;
    };
    /**
     * RunDiagnostics
     * @description What the diagnostics of a run came to.
     */
    RunDiagnostics: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Baseline Id
       * @description the run that it is compared with
       */
      baseline_id: string | null;
      /**
       * Baseline
       * @description its name
       */
      baseline: string | null;
      /** Probes */
      probes: components['schemas']['backend__diagnostics__results__trials__schemas__ProbeOut'][];
      /**
       * Conclusion
       * @description of all its probes; may be empty
       */
      conclusion: string;
      /**
       * Calls
       * @description a table for each role
       */
      calls: components['schemas']['CallTableOut'][];
      /**
       * Calls Cost
       * @description what counting cost, in a sentence; empty where nothing was counted
       */
      calls_cost: string;
    };
    /**
     * RunGuess
     * @description A run as it is suggested; post it without its `place`, as it is or changed.
     */
    RunGuess: {
      /** Variant */
      variant?: string | null;
      /**
       * Workload
       * @description by name; default: the first
       */
      workload?: string | null;
      /**
       * Topology
       * @default proxied
       * @enum {string}
       */
      topology: 'direct' | 'proxied' | 'proxy_only';
      /**
       * Factors
       * @description factor → level
       */
      factors?: {
        [key: string]: string;
      };
      /** Settings */
      settings?: {
        [key: string]: string;
      };
      /** Note */
      note?: string | null;
      /** Trials */
      trials: components['schemas']['TrialIn'][];
      published?: components['schemas']['PublishedIn'] | null;
      /**
       * Parent
       * @description the variant of which it is the next step
       */
      parent?: string | null;
      /**
       * Baseline
       * @description the others of its workload are compared with it, in place of the run of the baseline
       * @default false
       */
      baseline: boolean;
      /**
       * Control
       * @description a second copy of the baseline, which should not differ
       * @default false
       */
      control: boolean;
      /**
       * Place
       * @description of its row or first report: texts[0].rows[3], texts[0].reports[1]
       * @default
       */
      place: string;
    };
    /**
     * RunIn
     * @description One variant under one workload. With factors its name may be left out: it is that of its levels.
     */
    RunIn: {
      /** Variant */
      variant?: string | null;
      /**
       * Workload
       * @description by name; default: the first
       */
      workload?: string | null;
      /**
       * Topology
       * @default proxied
       * @enum {string}
       */
      topology: 'direct' | 'proxied' | 'proxy_only';
      /**
       * Factors
       * @description factor → level
       */
      factors?: {
        [key: string]: string;
      };
      /** Settings */
      settings?: {
        [key: string]: string;
      };
      /** Note */
      note?: string | null;
      /** Trials */
      trials: components['schemas']['TrialIn'][];
      published?: components['schemas']['PublishedIn'] | null;
      /**
       * Parent
       * @description the variant of which it is the next step
       */
      parent?: string | null;
      /**
       * Baseline
       * @description the others of its workload are compared with it, in place of the run of the baseline
       * @default false
       */
      baseline: boolean;
      /**
       * Control
       * @description a second copy of the baseline, which should not differ
       * @default false
       */
      control: boolean;
    };
    /**
     * RunLatency
     * @description Latency of all requests of the trials that count, and of which kind it is.
     */
    RunLatency: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Kind
       * @description measured: all requests; printed: figures of each trial as its tool printed them; mixed
       * @enum {string}
       */
      kind: 'measured' | 'printed' | 'mixed' | 'none';
      /** Sentence */
      sentence: string;
      /**
       * Trials
       * @description trials with the latency of every request
       */
      trials: number;
      /** Requests */
      requests: number;
      /**
       * Mean
       * @description s, of all requests
       */
      mean: number | null;
      /**
       * Largest
       * @description s, the longest request
       */
      largest: number | null;
      /**
       * Percentiles
       * @description metric → of all requests
       */
      percentiles: {
        [key: string]: components['schemas']['LatencyPoint'];
      };
      /**
       * Curve
       * @description from the median to where ten requests are left
       */
      curve: components['schemas']['LatencyPoint'][];
      /**
       * Printed
       * @description metric → mean over trials of what the tool printed, with the requests that it invents
       */
      printed: {
        [key: string]: number;
      };
      heat: components['schemas']['HeatMap'] | null;
    };
    /**
     * RunMemory
     * @description Memory beside its metrics: of the server under test, means over valid trials; None: not known.
     */
    RunMemory: {
      /**
       * Idle Bytes
       * @description after its start, before a request (PSS)
       */
      idle_bytes: number | null;
      /**
       * Socket Bytes
       * @description buffers of all TCP sockets of its machine, the most at a reading
       */
      socket_bytes: number | null;
    };
    /**
     * RunProfile
     * @description Profile of a run: where its CPU time goes, by extra trials that are not measured.
     */
    RunProfile: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Roles
       * @description those of which there are profiles
       */
      roles: components['schemas']['ProfiledRole'][];
      /** @description of the role asked for, else of the server under test */
      shown: components['schemas']['CostTree'] | null;
      /**
       * Missing
       * @description hosts that could not take any, and why
       */
      missing: components['schemas']['Missing'][];
    };
    /** RunRef */
    RunRef: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /** Experiment Id */
      experiment_id: string;
      /** Experiment Name */
      experiment_name: string;
    };
    /**
     * RunState
     * @description State of a run's setups; the run's trials carry the measurement.
     * @enum {string}
     */
    RunState: 'waiting' | 'preparing' | 'ready' | 'failed';
    /** RunSummary */
    RunSummary: {
      /** Id */
      id: string;
      /** Position */
      position: number;
      /** Name */
      name: string;
      /** Variant */
      variant: string;
      /** Parent */
      parent: string | null;
      /** Knobs */
      knobs: {
        [key: string]: number | string | boolean;
      };
      /**
       * Inapplicable
       * @description knobs of other runs that its servers do not have
       */
      inapplicable?: string[];
      /**
       * Described
       * @description settings of an imported run, as reported by the source
       */
      described: {
        [key: string]: string;
      };
      /** Factors */
      factors: {
        [key: string]: string;
      } | null;
      /**
       * Topology
       * @enum {string}
       */
      topology: 'direct' | 'proxied' | 'proxy_only';
      workload: components['schemas']['ShownWorkload'];
      /** Is Baseline */
      is_baseline: boolean;
      /** Is Control */
      is_control: boolean;
      /** Deleted */
      deleted: boolean;
      state: components['schemas']['RunState'];
      failure: components['schemas']['Failure'] | null;
      /**
       * Eliminated After
       * @description rounds after which halving eliminated it; None: measured to the end
       */
      eliminated_after?: number | null;
      /**
       * Last Round
       * @description last round it was measured in, as an interim analysis found it decided or hardly to become so; its deltas are of then. None: measured to the end
       */
      last_round?: number | null;
      /** Trials Done */
      trials_done: number;
      /** Trials Invalid */
      trials_invalid: number;
      /** Trials Failed */
      trials_failed: number;
      /**
       * Trials Not Measured
       * @description of the failed ones: their run had failed before them
       * @default 0
       */
      trials_not_measured: number;
      /**
       * Total Requests
       * @description mean requests of a trial
       */
      total_requests: number | null;
      /**
       * Means
       * @description metric → arithmetic mean of its valid trials, SI
       */
      means: {
        [key: string]: number;
      };
      /**
       * Cv
       * @description metric → coefficient of variation, 0.05 = 5%
       */
      cv: {
        [key: string]: number;
      };
      /**
       * Half
       * @description metric → half of the 95% interval of the mean, SI
       */
      half: {
        [key: string]: number;
      };
      /**
       * Range
       * @description metric → smallest and largest of its valid trials, SI
       */
      range?: {
        [key: string]: number[];
      };
      /**
       * Bottlenecks
       * @description likeliest first, at the end
       */
      bottlenecks?: components['schemas']['Bottleneck'][];
      /**
       * Setting Signs
       * @description at the end
       */
      setting_signs?: components['schemas']['SettingSign'][];
      /**
       * Latency Kind
       * @description measured: of all requests; printed: as the load tool printed it; mixed: trials of both
       * @default none
       * @enum {string}
       */
      latency_kind: 'measured' | 'printed' | 'mixed' | 'none';
    };
    /**
     * SampleBatch
     * @description Readings of one host for one trial: one array per series, all as long as `times`.
     *
     *     `seq` counts up within trial and host; a batch that was stored before is ignored.
     *     `is_live`: for pages that look now; its readings come again with the rest, to be stored.
     */
    SampleBatch: {
      /** Trial Id */
      trial_id: string;
      /** Seq */
      seq: number;
      /**
       * Is Live
       * @default false
       */
      is_live: boolean;
      /** Times */
      times: number[];
      /** Series */
      series: {
        [key: string]: (number | null)[];
      };
    };
    /**
     * SavedChange
     * @description What to change; what is left out stays. `notes_version` is that of the edited notes.
     */
    SavedChange: {
      /** Name */
      name?: string | null;
      /** Notes */
      notes?: string | null;
      /** Notes Version */
      notes_version?: number | null;
      /** State */
      state?: {
        [key: string]: string;
      } | null;
    };
    /**
     * SavedIn
     * @description A comparison to save: its name and the search parameters of the Compare page.
     */
    SavedIn: {
      /** Name */
      name: string;
      /**
       * Notes
       * @default
       */
      notes: string;
      /**
       * State
       * @example {
       *       "experiment": "06f3k2a8d1xq9z",
       *       "factor": "pin"
       *     }
       */
      state: {
        [key: string]: string;
      };
    };
    /** SavedOut */
    SavedOut: {
      /**
       * Notes
       * @description Markdown, as written
       */
      notes: string;
      /**
       * Notes Version
       * @description to be sent back with a change, so that no edit is lost
       */
      notes_version: number;
      /** @description who wrote them last; None: the dashboard's token */
      notes_by: components['schemas']['PersonRef'] | null;
      /**
       * Notes At
       * @description when; None: never, or before it was kept
       */
      notes_at: string | null;
      /**
       * Mentions
       * @description whom the notes mention
       */
      mentions: components['schemas']['PersonRef'][];
      /** Id */
      id: string;
      /** Name */
      name: string;
      /** @description who saved it first; None: the dashboard's token, and for readers of a link */
      owner: components['schemas']['PersonRef'] | null;
      /**
       * State
       * @description search parameters of the Compare page
       */
      state: {
        [key: string]: string;
      };
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Updated At
       * Format: date-time
       */
      updated_at: string;
    };
    /**
     * SavedRecipe
     * @description What was saved; `slug` is the name to launch it by.
     */
    SavedRecipe: {
      /** Slug */
      slug: string;
      /** Version */
      version: number;
      /** Title */
      title: string;
    };
    /**
     * Scope
     * @description What an API token may do, never more than its person.
     * @enum {string}
     */
    Scope: 'read' | 'operate' | 'hosts';
    /**
     * ServerBlock
     * @description A server block of the paste, by its names and addresses.
     */
    ServerBlock: {
      /** Label */
      label: string;
      /** File */
      file: string;
      /** Line */
      line: number;
      /**
       * Serves
       * @description answers with more than a redirect
       */
      serves: boolean;
    };
    /**
     * ServerCounts
     * @description One setup: its workers, and the connections of its clients.
     */
    ServerCounts: {
      /**
       * Workers
       * @description in the order they started
       */
      workers?: components['schemas']['WorkerCounts'][];
      /**
       * Accepted
       * @description connections, by all workers together
       */
      accepted?: number | null;
      /**
       * Requests
       * @description of its clients; None: it does not count them
       */
      requests?: number | null;
      /**
       * In Progress
       * @description requests being worked on: the median of the readings
       */
      in_progress?: number | null;
      /**
       * Accept Queue
       * @description connections that waited to be accepted: the most at a reading
       */
      accept_queue?: number | null;
      /**
       * Backlog
       * @description so many may wait there
       */
      backlog?: number | null;
      /**
       * Listeners
       * @description sockets that listen for its clients; None: not known
       */
      listeners?: number | null;
      memory?: components['schemas']['ServerMemory'] | null;
      /**
       * Active Begin
       * @description nginx's active connections as it began
       */
      active_begin?: number | null;
      /**
       * Active End
       * @description the same when it ended
       */
      active_end?: number | null;
    };
    /**
     * ServerFacts
     * @description One server of a host. `problem`: why it cannot be used; empty: it can.
     */
    ServerFacts: {
      /** Name */
      name: string;
      /**
       * Kind
       * @default nginx
       * @enum {string}
       */
      kind: 'nginx' | 'declared';
      /**
       * Version
       * @default
       */
      version: string;
      /**
       * Size Bytes
       * @default 0
       */
      size_bytes: number;
      /**
       * Sha256
       * @default
       */
      sha256: string;
      /**
       * Libraries
       * @description path → SHA-256
       */
      libraries?: {
        [key: string]: string;
      };
      /** Environment */
      environment?: {
        [key: string]: string;
      };
      /**
       * Compiler
       * @description of nginx, and its TLS library
       * @default
       */
      compiler: string;
      /** @description of kind nginx, what `-V` says */
      nginx?: components['schemas']['NginxFacts'] | null;
      /** @description of kind declared */
      declaration?: components['schemas']['DeclaredFacts'] | null;
      /**
       * Problem
       * @default
       */
      problem: string;
    };
    /**
     * ServerMemory
     * @description Memory of one setup: all processes of all its instances together. None: it could not be read.
     */
    ServerMemory: {
      /**
       * Idle Bytes
       * @description PSS after its start, before a request
       */
      idle_bytes?: number | null;
      /**
       * End Bytes
       * @description PSS at the end of the window
       */
      end_bytes?: number | null;
      /**
       * Peak Bytes
       * @description RSS of each process at its highest since its start, summed
       */
      peak_bytes?: number | null;
      /**
       * Connections
       * @description of clients, open at the end; None: more were open before, or not known
       */
      connections?: number | null;
    };
    /**
     * ServerPair
     * @description Two servers that an experiment compares.
     */
    ServerPair: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /**
       * Reference
       * @description name of the server of the baseline
       */
      reference: string;
      /** Server */
      server: string;
      /**
       * Words
       * @description version against version, build against build or server against server
       */
      words: string;
      /**
       * Differences
       * @description the first hundred; none: it is not known
       */
      differences: components['schemas']['BuildDifference'][];
    };
    /**
     * ServerParam
     * @description A whole number that a variant may set; one that `is_required` has no default and is used.
     */
    ServerParam: {
      /** Name */
      name: string;
      /** Minimum */
      minimum: number;
      /** Maximum */
      maximum: number;
      /**
       * Is Required
       * @default false
       */
      is_required: boolean;
    };
    /**
     * Servers
     * @description Starts of a run's servers: anew for each round, once for all, or every N rounds.
     */
    Servers: {
      /**
       * Fresh
       * @description round or once; or give every
       * @enum {string}
       */
      fresh?: 'round' | 'once';
      /**
       * Every
       * @description rounds to a start
       */
      every?: number;
    };
    /**
     * ServersOut
     * @description Standard deviations of requests per second, 0.02 is 2%; None where they cannot be told apart.
     */
    ServersOut: {
      /**
       * Rounds Per Start
       * @description rounds that one start is measured in; 0: all of them
       */
      rounds_per_start: number;
      /**
       * Starts
       * @description of each run's servers, at most; 0 where it was not kept
       */
      starts: number;
      /**
       * Between
       * @description of one start of a server against another
       */
      between?: number | null;
      /**
       * Within
       * @description of trials of one start
       */
      within?: number | null;
      /** Sentence */
      sentence: string;
    };
    /**
     * SessionOut
     * @description A browser that is signed in.
     */
    SessionOut: {
      /** Id */
      id: string;
      /**
       * Name
       * @description of the account
       */
      name: string;
      came_from: components['schemas']['CameFrom'];
      /**
       * Browser
       * @example Firefox on Linux
       */
      browser: string;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Last Used At
       * Format: date-time
       * @description to within five minutes
       */
      last_used_at: string;
      /**
       * Is This
       * @description whether it is the browser that asks
       */
      is_this: boolean;
    };
    /**
     * Setting
     * @description One value of a host that is changed for a run and put back afterwards.
     */
    Setting: {
      /**
       * Kind
       * @enum {string}
       */
      kind: 'sysctl' | 'irq_affinity' | 'irqbalance' | 'governor';
      /** Name */
      name: string;
      /** Value */
      value: string;
    };
    /**
     * SettingOut
     * @description A setting as it will be kept: as a knob, or as reported by the source.
     */
    SettingOut: {
      /** Name */
      name: string;
      /** Text */
      text: string;
      /** Knob */
      knob: string | null;
      /**
       * Value
       * @description canonical, for a knob
       */
      value: number | string | boolean | null;
      /**
       * Problem
       * @description why it is no knob; empty for one
       * @default
       */
      problem: string;
    };
    /**
     * SettingSign
     * @description Whether a setting that the baseline does not have acted in a run.
     */
    SettingSign: {
      /**
       * Setting
       * @description a knob, or a directive of an nginx text
       * @example listen.reuseport
       */
      setting: string;
      /**
       * State
       * @enum {string}
       */
      state: 'acted' | 'never_acted' | 'unknown';
      /**
       * Reason
       * @description empty where nothing is known
       * @default
       * @example one socket listened
       */
      reason: string;
    };
    /** SettingsIn */
    SettingsIn: {
      /** Settings */
      settings: {
        [key: string]: string;
      };
    };
    /**
     * Settling
     * @description Rounds that would settle an open candidate.
     */
    Settling: {
      /** Run Id */
      run_id: string;
      /**
       * Name
       * @description with the question in brackets where another one is settled
       */
      name: string;
      /**
       * Rounds
       * @description more than were measured; None: more would hardly
       */
      rounds: number | null;
      /**
       * Run Ids
       * @description runs that would be measured in them
       */
      run_ids: string[];
    };
    /**
     * ShareIn
     * @description What to share: an experiment, a run or a saved comparison by its id, or a view of Compare.
     */
    ShareIn: {
      kind: components['schemas']['Kind'];
      /** Id */
      id?: string | null;
      /**
       * State
       * @description search parameters of the Compare page
       */
      state?: {
        [key: string]: string;
      } | null;
      /**
       * As Report
       * @description only its report
       * @default false
       */
      as_report: boolean;
      /**
       * Days
       * @description how long it works; null: until it is revoked
       * @default 7
       */
      days: (1 | 7 | 30) | null;
      /**
       * With Hosts
       * @description with addresses, host names, paths, outputs and the rest of what a host says
       * @default false
       */
      with_hosts: boolean;
    };
    /**
     * ShareMade
     * @description A new link. `url` is shown this once.
     */
    ShareMade: {
      link: components['schemas']['ShareOut'];
      /** Url */
      url: string;
    };
    /**
     * ShareOut
     * @description A link as it is listed; its token is not kept, so its address is known only to who has it.
     */
    ShareOut: {
      /** Id */
      id: string;
      kind: components['schemas']['Kind'];
      /** As Report */
      as_report: boolean;
      /**
       * Subject Id
       * @description None: a view of Compare
       */
      subject_id: string | null;
      /**
       * Title
       * @description of what is shared, when the link was made
       */
      title: string;
      /**
       * Page
       * @description the same page for who is signed in
       * @example /runs/06f3k2a8d1xq9z
       */
      page: string;
      /** With Hosts */
      with_hosts: boolean;
      /** Made By */
      made_by: string;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Expires At
       * @description None: never
       */
      expires_at: string | null;
      /** Revoked At */
      revoked_at: string | null;
      /**
       * Opened At
       * @description last time, to within five minutes; None: not yet
       */
      opened_at: string | null;
      /**
       * Works
       * @description neither expired nor revoked, and what it shows is not deleted
       */
      works: boolean;
    };
    /**
     * ShownWorkload
     * @description The load of a run. Of a mix the heaviest requests; the definition has all.
     */
    ShownWorkload: {
      /**
       * Name
       * @default default
       */
      name: string;
      /**
       * Tool
       * @default wrk
       * @enum {string}
       */
      tool: 'wrk' | 'ab' | 'weighttp' | 'h2load' | 'vegeta';
      /**
       * Threads
       * @description of each process
       * @default 1
       */
      threads: number;
      /**
       * Processes
       * @description processes on each load host, started together; they share connections and rate
       * @default 1
       */
      processes: number;
      /**
       * Hosts
       * @description load hosts, the first ones or all; they share connections, requests and rate
       * @default 1
       */
      hosts: 'all' | number;
      /**
       * Connections
       * @description of all processes and hosts together
       * @default 16
       */
      connections: number;
      /**
       * Duration S
       * @description whole seconds
       */
      duration_s?: number | null;
      /** Requests */
      requests?: number | null;
      /**
       * Keepalive
       * @default true
       */
      keepalive: boolean;
      /**
       * Path
       * @default /
       */
      path: string;
      /**
       * Mix
       * @description requests with weights, instead of path
       */
      mix?: components['schemas']['MixEntry'][];
      /**
       * Order
       * @description of a mix: shuffled by the experiment's seed, or as the list has it
       * @default shuffled
       * @enum {string}
       */
      order: 'shuffled' | 'given';
      /**
       * Site
       * @description bytes of the pages /0, /1, … that the backend serves to this workload
       */
      site?: number[];
      /**
       * Headers
       * @description sent with each request; Host and Connection have their own fields
       */
      headers?: {
        [key: string]: string;
      };
      /**
       * Host
       * @description Host header; default: the target's address
       */
      host?: string | null;
      /** @description connections held beside the measured load */
      hold?: components['schemas']['Hold'] | null;
      /**
       * Timeout S
       * @description wrk or vegeta counts later answers as timeouts
       * @default 2
       */
      timeout_s: number;
      /**
       * Protocol
       * @description HTTP/1.1 or HTTP/2, of h2load; default: HTTP/2
       */
      protocol?: ('h1' | 'h2') | null;
      /**
       * Streams
       * @description requests that each HTTP/2 connection has open at once; default: 1
       */
      streams?: number | null;
      /**
       * Rate
       * @description requests per second on schedule, however slow the answers are; of vegeta
       */
      rate?: number | null;
      /** @description in place of rate, which follows from it before the first trial */
      rate_share?: components['schemas']['RateShare'] | null;
      /**
       * Unknown
       * @description of imports: what the source does not say. Connections are then a stand-in
       */
      unknown?: ('connections' | 'length')[];
      /**
       * Mix Words
       * @description a sentence part: how many requests, which methods, which is the most frequent
       * @default
       */
      mix_words: string;
      /**
       * Rate Words
       * @description of a rate that is a share of the baseline's ceiling: the share, the ceiling, the rate
       * @default
       */
      rate_words: string;
    };
    /**
     * SignIn
     * @description The dashboard's token, or the code of a one-time link, or a name and its password.
     */
    SignIn: {
      /** Token */
      token?: string | null;
      /** Code */
      code?: string | null;
      /** Login */
      login?: string | null;
      /** Password */
      password?: string | null;
    };
    /**
     * SignedIn
     * @description The cookie is in the answer's headers, unless `url` is given.
     */
    SignedIn: {
      /**
       * Url
       * @description where to sign in instead, by a new link: a cookie of the name in the address bar would also go to servers of other users of the same machine
       */
      url?: string | null;
    };
    /** SpreadOut */
    SpreadOut: {
      /** Cv A */
      cv_a: number | null;
      /** Cv B */
      cv_b: number | null;
      /**
       * Ratio
       * @description spread of B ÷ spread of A
       */
      ratio: number | null;
      /** P */
      p: number | null;
      /**
       * Verdict
       * @enum {string}
       */
      verdict: 'steadier' | 'less_steady' | 'same' | 'unclear';
      /**
       * Reason
       * @default
       */
      reason: string;
    };
    /**
     * StageOut
     * @description One stage as planned, and as far as it has come.
     */
    StageOut: {
      /** Number */
      number: number;
      /**
       * First
       * @description its rounds, from 1
       */
      first: number;
      /** Last */
      last: number;
      /**
       * Candidates
       * @description of each workload, as planned
       */
      candidates: number;
      /**
       * Trials
       * @description of all runs together, baselines and controls too
       */
      trials: number;
      /**
       * State
       * @enum {string}
       */
      state: 'waiting' | 'running' | 'ended' | 'stopped';
      /**
       * Ranking
       * @description at its end, where it decided who goes on: the best first, workload by workload
       */
      ranking: components['schemas']['Ranked'][];
    };
    /**
     * StepRow
     * @description A run against the run that its variant derives from.
     */
    StepRow: {
      /** Change */
      change: number | null;
      /**
       * Difference
       * @description for metrics that can be zero, in the metric's unit
       */
      difference?: number | null;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
      /**
       * Simultaneous Low
       * @description of the interval that holds for all that is judged together; the verdict's
       */
      simultaneous_low?: number | null;
      /** Simultaneous High */
      simultaneous_high?: number | null;
      /** P */
      p: number | null;
      /** P Adjusted */
      p_adjusted?: number | null;
      /**
       * Family
       * @description candidates that p_adjusted and the simultaneous interval are for
       * @default 1
       */
      family: number;
      /**
       * Metrics
       * @description in how many metrics `family` counts them: all that are exploratory, where this is
       * @default 1
       */
      metrics: number;
      /**
       * Exploratory
       * @description the metric is none of the headline's questions, and judged with all others alike
       * @default false
       */
      exploratory: boolean;
      /**
       * Verdict
       * @description interim: none, because the experiment still runs or was cancelled; left_out: none, because halving eliminated the run, and the figures are those of its rounds until then; context: none, because the run is of another context, and is the baseline there or has none
       * @enum {string}
       */
      verdict: 'better' | 'worse' | 'same' | 'unclear' | 'interim' | 'left_out' | 'context';
      /**
       * Size
       * @description of a difference that is clear of chance, beside the smallest one that matters: at_least: the simultaneous interval lies beyond it; open: it holds it; small: it lies inside. None: no such difference, any one matters, or rules 1
       */
      size?: ('at_least' | 'open' | 'small') | null;
      /** Reason */
      reason: string;
      /** N */
      n: number;
      /** Method */
      method: string;
      /**
       * Min Effect
       * @description the smallest change that matters here, 0.01 is ±1%; 0 for a metric that can be zero
       */
      min_effect: number;
      /**
       * Mean Change
       * @description the change (or difference) by the mean of all rounds, where a few make it differ
       */
      mean_change?: number | null;
      /**
       * Far Rounds
       * @description the rounds that do, by number
       */
      far_rounds?: number[];
      /** Trials Needed */
      trials_needed?: number | null;
      /**
       * By Start
       * @description n and trials_needed count starts of servers, each measured in several rounds
       * @default false
       */
      by_start: boolean;
      /** Baseline Mean */
      baseline_mean?: number | null;
      /** Candidate Mean */
      candidate_mean?: number | null;
      /**
       * Suspect
       * @default false
       */
      suspect: boolean;
      /**
       * Suspect Because
       * @description what was found most often about its trials or the baseline's, where suspect
       */
      suspect_because?: string | null;
      /**
       * Limited
       * @description in few words, where the two sides were limited by different things or by the load tool
       * @default
       */
      limited: string;
      /**
       * Context
       * @description levels of context that are not those of the workload's baseline
       * @default
       * @example topology direct
       */
      context: string;
      /**
       * Against
       * @description baseline of its context, where that is another run
       * @default
       */
      against: string;
      /**
       * Equal Settings
       * @description it sets what the baseline sets, so what differs is noise; never the best
       * @default false
       */
      equal_settings: boolean;
      /**
       * Never Acted
       * @description settings of the run that never acted; of one, with the reason
       * @default
       * @example reuseport never acted: one socket listened
       */
      never_acted: string;
      /**
       * Is Idle
       * @description none of the settings in which it differs acted
       * @default false
       */
      is_idle: boolean;
      /**
       * Control Alarm
       * @description a sentence if a control beside it came out different from its baseline
       */
      control_alarm?: string | null;
      /**
       * On Busy Host
       * @description other programs kept a host busy in most trials; the effect of pinning or workers depends on which CPUs are free
       * @default false
       */
      on_busy_host: boolean;
      /** @description over all attempts; None under rules 1 */
      failures?: components['schemas']['Failures'] | null;
      /** Dots */
      dots?: components['schemas']['RoundDot'][];
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Before Id
       * @description the run before the step
       */
      before_id: string;
      /**
       * Before
       * @description its variant
       */
      before: string;
      /**
       * Changed
       * @description knobs that the step sets otherwise; null: back to the default
       */
      changed: {
        [key: string]: number | string | boolean | null;
      };
      /**
       * Changed Mean
       * @description the baseline's mean with the change, which follows from the rounds: what a sentence shows after the arrow, where `candidate_mean` is of the run's own trials
       */
      readonly changed_mean: number | null;
      /**
       * Because
       * @description in few words, the size, or why the verdict is not what the interval seems to say; and whether the host was busy
       */
      readonly because: string;
    };
    /**
     * SystemCalls
     * @description System calls of one setup's processes while a trial ran, exact.
     */
    SystemCalls: {
      /**
       * Subject
       * @description setup key, or `load`
       */
      subject: string;
      /** Counts */
      counts: {
        [key: string]: number;
      };
      /**
       * Requests
       * @description that it served meanwhile, by its own count
       */
      requests?: number | null;
      /**
       * Lost
       * @description events that perf says it lost: with any, not exact
       * @default 0
       */
      lost: number;
    };
    /**
     * TableChoice
     * @description How to read a table where the guess is wrong.
     */
    TableChoice: {
      /** Columns */
      columns?: components['schemas']['Column'][] | null;
      /** Decimal */
      decimal?: ('.' | ',') | null;
      /**
       * Skip
       * @description leave the table out
       * @default false
       */
      skip: boolean;
    };
    /**
     * TableOut
     * @description A table as it was read.
     */
    TableOut: {
      /**
       * Headings
       * @description over it, outermost first
       */
      headings?: string[];
      /** Columns */
      columns: components['schemas']['Column'][];
      /** Rows */
      rows: string[][];
      /**
       * Lines
       * @description of each row in the text
       */
      lines: number[];
      /**
       * Decimal
       * @enum {string}
       */
      decimal: '.' | ',';
    };
    /** TagCount */
    TagCount: {
      /** Tag */
      tag: string;
      /**
       * Count
       * @description experiments that have it and are not archived
       */
      count: number;
    };
    /** TestbedChange */
    TestbedChange: {
      /**
       * Retired
       * @description out of forms and lists, and its name is free; its results stay
       */
      retired?: boolean | null;
      /** Name */
      name?: string | null;
      /**
       * Roles
       * @description all of them, as when it is made
       */
      roles?: {
        [key: string]: string | string[];
      } | null;
      /**
       * Version
       * @description with a name or roles: the version that was changed
       */
      version?: number | null;
    };
    /**
     * TestbedCheck
     * @description The last check of a testbed.
     */
    TestbedCheck: {
      /**
       * State
       * @enum {string}
       */
      state: 'none' | 'running' | 'passed' | 'failed';
      /** At */
      at?: string | null;
      /**
       * Takes S
       * @description how long one takes
       */
      takes_s: number;
      /** Hosts */
      hosts?: components['schemas']['CheckedHost'][];
      /** Pairs */
      pairs?: components['schemas']['PairOut'][];
    };
    /**
     * TestbedIn
     * @example {
     *       "name": "lab",
     *       "roles": {
     *         "load": "06f3k2a8d1xq9z"
     *       }
     *     }
     */
    TestbedIn: {
      /** Name */
      name: string;
      /**
       * Roles
       * @description role → host id; load: also a list, the first is used by default
       */
      roles: {
        [key: string]: string | string[];
      };
    };
    /** TestbedOut */
    TestbedOut: {
      /** Id */
      id: string;
      /** Name */
      name: string;
      /**
       * Roles
       * @description role after role; several load hosts in their order
       */
      roles: components['schemas']['TestbedRoleOut'][];
      /**
       * Colocated
       * @description groups of roles that share one machine
       */
      colocated: ('load' | 'proxy' | 'backend')[][];
      busy_with?: components['schemas']['ExperimentRef'] | null;
      /**
       * Unavailable
       * @description why nothing could begin on it, such as “proxy is offline”; empty where it could
       * @default
       */
      unavailable: string;
      /**
       * Labels
       * @description that all its hosts have
       */
      labels?: string[];
      /**
       * Waiting
       * @description experiments queued for hosts of this testbed
       * @default 0
       */
      waiting: number;
      /** Retired At */
      retired_at?: string | null;
      /**
       * Version
       * @description counts up with every change of its name or roles
       */
      version: number;
    };
    /**
     * TestbedQueue
     * @description Queue of a testbed: who uses its hosts, and who waits for them, first to begin first.
     */
    TestbedQueue: {
      testbed: components['schemas']['ExperimentRef'];
      /**
       * Now
       * @example free
       * @example busy with “first”
       * @example load-1 is drained
       */
      now: string;
      /**
       * Labels
       * @description that all its hosts have
       */
      labels: string[];
      /** Running */
      running: components['schemas']['QueueEntry'][];
      /** Waiting */
      waiting: components['schemas']['QueueEntry'][];
    };
    /** TestbedRoleOut */
    TestbedRoleOut: {
      /**
       * Role
       * @enum {string}
       */
      role: 'load' | 'proxy' | 'backend';
      /** Host Id */
      host_id: string;
      /** Host Name */
      host_name: string;
      /** Address */
      address: string;
      /** Online */
      online: boolean;
      /**
       * Removed
       * @description nobody can launch on the testbed until it is enrolled again
       * @default false
       */
      removed: boolean;
      /**
       * Drained
       * @description nothing new starts on it
       * @default false
       */
      drained: boolean;
      condition: components['schemas']['HostCondition'];
      /**
       * Claimed By
       * @description the other dashboard that holds it for an experiment of its own
       * @default
       */
      claimed_by: string;
      /** Cpus */
      cpus: number;
    };
    /**
     * TextIn
     * @description One pasted text or dropped file, whole.
     */
    TextIn: {
      /**
       * Name
       * @default pasted text
       */
      name: string;
      /** Text */
      text: string;
    };
    /**
     * TextOut
     * @description A text that an experiment was imported from; `number` counts from 0.
     */
    TextOut: {
      /** Number */
      number: number;
      /** Name */
      name: string;
      /** Characters */
      characters: number;
    };
    /**
     * TextRead
     * @description What one text is.
     */
    TextRead: {
      /** Name */
      name: string;
      /**
       * Kind
       * @enum {string}
       */
      kind: 'outputs' | 'table' | 'nothing';
      /** Problem */
      problem?: string | null;
      /** Warnings */
      warnings?: string[];
      /** Tables */
      tables?: components['schemas']['TableOut'][];
    };
    /**
     * ThreadCounts
     * @description The threads of a load tool, from its start to the last reading before it ended.
     */
    ThreadCounts: {
      /** Seconds */
      seconds: number;
      /**
       * Cpu S
       * @description of each thread, busiest first
       */
      cpu_s: number[];
      /**
       * Waited S
       * @description ready to run without a CPU, in the same order
       */
      waited_s: number[];
      /**
       * Ages S
       * @description of each thread, in the same order; empty: as old as the tool
       */
      ages_s?: number[];
    };
    /**
     * Threads
     * @description Range of a tool's threads; never more than connections.
     */
    Threads: {
      /** Minimum */
      minimum: number;
      /** Maximum */
      maximum: number;
    };
    /**
     * TimelineOut
     * @description The valid trials in the order of time.
     */
    TimelineOut: {
      /**
       * At S
       * @description seconds since the first began
       */
      at_s: number[];
      /**
       * Change
       * @description of req/s, against the median of the run
       */
      change: number[];
      /** Trial Ids */
      trial_ids: string[];
      /** Runs */
      runs: string[];
      /** Rounds */
      rounds: number[];
      /** Far */
      far: boolean[];
      /** Machines */
      machines: components['schemas']['MachineLine'][];
    };
    /**
     * To
     * @description Place in its line that an experiment is to move to.
     * @enum {string}
     */
    To: 'up' | 'down' | 'first' | 'last';
    /**
     * TokenIn
     * @description What a token lets an agent do.
     * @example {
     *       "roles": [
     *         "load",
     *         "proxy"
     *       ]
     *     }
     */
    TokenIn: {
      /** Roles */
      roles?: ('load' | 'proxy' | 'backend')[];
      /**
       * Host Name
       * @description only for this host, whose present agent it replaces
       */
      host_name?: string | null;
      /**
       * Reusable
       * @description for any number of new hosts until it expires
       * @default false
       */
      reusable: boolean;
      /**
       * Approves
       * @description without, a person approves each agent that comes with it
       * @default true
       */
      approves: boolean;
      /**
       * Expires In S
       * @default 3600
       */
      expires_in_s: number;
    };
    /**
     * TokenOut
     * @description A token without its secret.
     */
    TokenOut: {
      /** Id */
      id: string;
      /** Roles */
      roles: ('load' | 'proxy' | 'backend')[];
      /** Host Name */
      host_name: string | null;
      /** Reusable */
      reusable: boolean;
      /** Approves */
      approves: boolean;
      /**
       * Created At
       * Format: date-time
       */
      created_at: string;
      /**
       * Expires At
       * Format: date-time
       */
      expires_at: string;
      /** Used At */
      used_at: string | null;
      /**
       * Used By
       * @description name of the last host that came with it
       */
      used_by: string | null;
      /**
       * Host Id
       * @description that host, once it is let in
       */
      host_id: string | null;
      /**
       * Host Was There
       * @description that host is older than the token: its agent was renewed
       */
      host_was_there: boolean;
      /**
       * Refusal
       * @description why the last agent that came with it was refused
       */
      refusal: string | null;
    };
    /**
     * ToolInfo
     * @description One load tool.
     */
    ToolInfo: {
      /** Name */
      name: string;
      /** Label */
      label: string;
      /** Text */
      text: string;
      /** Ends By */
      ends_by: ('duration' | 'requests')[];
      threads: components['schemas']['Threads'];
      /** Tls */
      tls: boolean;
      /**
       * Http
       * @enum {string}
       */
      http: 'HTTP/1.1' | 'HTTP/1.0' | 'HTTP/2, HTTP/1.1';
      /**
       * Protocols
       * @description those that a workload can choose from, the default first; none: no choice
       */
      protocols?: ('h1' | 'h2')[];
      /** Percentiles */
      percentiles: string;
      /** Figures */
      figures: string[];
      /** Notes */
      notes: string[];
      /**
       * Even Connections
       * @description connections are a multiple of the threads: the rest is not opened
       * @default false
       */
      even_connections: boolean;
      /**
       * Keeps Connections
       * @description cannot open a connection for each request
       * @default false
       */
      keeps_connections: boolean;
      /**
       * Open Loop
       * @description sends at the rate of its workload, others have none
       * @default false
       */
      open_loop: boolean;
      /**
       * Timeout
       * @description gives up on a single answer that comes late
       * @default false
       */
      timeout: boolean;
      /**
       * Resumes Tls
       * @description a new connection resumes the session of an old one
       * @default true
       */
      resumes_tls: boolean;
      /**
       * Max Connections
       * @description more are refused by some versions
       */
      max_connections?: number | null;
      /**
       * Max Connections Until
       * @description these versions: up to …
       * @default
       */
      max_connections_until: string;
      /** @description None: asks for one URL */
      mix?: components['schemas']['MixSupport'] | null;
      /**
       * No Percentile
       * @description why a percentile can be missing
       * @default it is not in what the load tool printed
       */
      no_percentile: string;
      /**
       * No Histogram
       * @description sentence on a run without the latency of every request; empty: a general one
       * @default
       */
      no_histogram: string;
      /**
       * Parallel
       * @description several processes of it may load one server together and count as one
       * @default false
       */
      parallel: boolean;
      /**
       * Invents
       * @description latency as it prints it has requests that it invents for slow ones
       * @default false
       */
      invents: boolean;
      /**
       * Example
       * @description a command of it, without the address
       */
      example: string;
      /**
       * Purpose
       * @description why a load host has it; empty: few recipes use it
       * @default
       */
      purpose: string;
      /**
       * Packages
       * @description family of distributions → package; none: built from source
       */
      packages?: {
        [key: string]: string;
      };
      /**
       * Build
       * @description a command that builds and installs it, where no package does
       * @default
       */
      build: string;
    };
    /**
     * Tracked
     * @description Connections that netfilter tracks in the network of a host at one moment; of any protocol.
     */
    Tracked: {
      /**
       * Count
       * @description net.netfilter.nf_conntrack_count
       */
      count: number;
      /**
       * Most
       * @description net.netfilter.nf_conntrack_max
       */
      most: number;
    };
    /**
     * TrendMark
     * @description Change of the conditions since the experiment before.
     */
    TrendMark: {
      /**
       * Kind
       * @enum {string}
       */
      kind: 'hosts' | 'facts' | 'rules' | 'workload';
      /**
       * Text
       * @example proxy: kernel 6.1.0 → 6.1.9
       */
      text: string;
    };
    /**
     * TrendOut
     * @description One variant over finished experiments on one testbed, the oldest first.
     */
    TrendOut: {
      /** Metric */
      metric: string;
      testbed: components['schemas']['ExperimentRef'] | null;
      /** Recipe */
      recipe: string | null;
      variant: components['schemas']['TrendVariant'] | null;
      /**
       * Variants
       * @description of the newest experiments, the most frequent first
       */
      variants: components['schemas']['TrendVariant'][];
      /** Points */
      points: components['schemas']['TrendPoint'][];
      /**
       * Experiments
       * @description that were looked through, the newest
       */
      experiments: number;
      /**
       * Is Cut
       * @description there are older ones
       */
      is_cut: boolean;
    };
    /**
     * TrendPoint
     * @description One run of the variant: a finished experiment.
     */
    TrendPoint: {
      experiment: components['schemas']['ExperimentRef'];
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * At
       * Format: date-time
       */
      at: string;
      /** Trials */
      trials: number;
      /** Mean */
      mean: number | null;
      /**
       * Half
       * @description half of the 95% interval of the mean
       */
      half: number | null;
      /** Is Baseline */
      is_baseline: boolean;
      /** Baseline Mean */
      baseline_mean: number | null;
      /**
       * Change
       * @description against the baseline of its experiment, as its verdict has it
       */
      change: number | null;
      /** Low */
      low: number | null;
      /** High */
      high: number | null;
      /**
       * Verdict
       * @description None of a baseline, and where nothing was compared
       */
      verdict: string | null;
      /**
       * Is Untrusted
       * @description trust in the experiment is red: no colour for its verdict
       * @default false
       */
      is_untrusted: boolean;
      /** Marks */
      marks: components['schemas']['TrendMark'][];
    };
    /**
     * TrendVariant
     * @description Equal settings under one workload, whatever they are called.
     */
    TrendVariant: {
      /** Hash */
      hash: string;
      /**
       * Name
       * @description in the newest experiment
       */
      name: string;
      /** Workload */
      workload: string;
      /** Experiments */
      experiments: number;
      /**
       * Is Baseline
       * @description in all of them
       */
      is_baseline: boolean;
    };
    /** TrialDetail */
    TrialDetail: {
      /** Id */
      id: string;
      /** Run Id */
      run_id: string;
      /** Round */
      round: number;
      /** Position */
      position: number;
      /**
       * Repeat
       * @description of the baseline within a long round, from 1
       */
      repeat: number;
      /** Attempt */
      attempt: number;
      state: components['schemas']['TrialState'];
      failure: components['schemas']['Failure'] | null;
      /** Findings */
      findings: components['schemas']['Finding'][];
      /** Figures */
      figures: {
        [key: string]: number | null;
      };
      /** Started At */
      started_at: string | null;
      /** Ended At */
      ended_at: string | null;
      /**
       * Connections
       * @description of a probe for the ceiling; None: the workload's
       */
      connections?: number | null;
      /**
       * Start
       * @description which start of the run's servers it measured, from 1; None: not known
       */
      start?: number | null;
      /** Argv */
      argv: string[];
      /** Tool Version */
      tool_version: string | null;
      /** Exit Code */
      exit_code: number | null;
      /** Errors */
      errors: {
        [key: string]: number | null;
      };
      /** Warnings */
      warnings: string[];
      /**
       * Windows
       * @description host id → what that host did while it was measured
       */
      windows: {
        [key: string]: components['schemas']['Window'];
      };
    };
    /**
     * TrialDot
     * @description A trial; of repeats one run each, with the mean of its trials.
     */
    TrialDot: {
      /**
       * Trial Id
       * @description empty for a repeat
       */
      trial_id: string;
      /**
       * Round
       * @description of a repeat: its place in time, from 1
       */
      round: number;
      /** Value */
      value: number | null;
      /** State */
      state: string;
    };
    /**
     * TrialIn
     * @description One trial: a report inside of one of the texts, or figures of a table.
     */
    TrialIn: {
      /**
       * Text
       * @description which of the texts, from 0
       */
      text?: number | null;
      /**
       * Report
       * @description which report of that text, from 0
       * @default 0
       */
      report: number;
      /**
       * Figures
       * @description metric → SI value
       */
      figures?: {
        [key: string]: number;
      } | null;
      /**
       * Round
       * @description that it was measured in; default: its place in the run
       */
      round?: number | null;
    };
    /** TrialOut */
    TrialOut: {
      /** Id */
      id: string;
      /** Run Id */
      run_id: string;
      /** Round */
      round: number;
      /** Position */
      position: number;
      /**
       * Repeat
       * @description of the baseline within a long round, from 1
       */
      repeat: number;
      /** Attempt */
      attempt: number;
      state: components['schemas']['TrialState'];
      failure: components['schemas']['Failure'] | null;
      /** Findings */
      findings: components['schemas']['Finding'][];
      /** Figures */
      figures: {
        [key: string]: number | null;
      };
      /** Started At */
      started_at: string | null;
      /** Ended At */
      ended_at: string | null;
      /**
       * Connections
       * @description of a probe for the ceiling; None: the workload's
       */
      connections?: number | null;
      /**
       * Start
       * @description which start of the run's servers it measured, from 1; None: not known
       */
      start?: number | null;
    };
    /**
     * TrialOutput
     * @description What the tool printed, byte for byte as text.
     */
    TrialOutput: {
      /** Argv */
      argv: string[];
      /** Exit Code */
      exit_code: number | null;
      /** Stdout */
      stdout: string;
      /** Stderr */
      stderr: string;
      /**
       * Is Gone
       * @description what it printed was let go, by the server's retention
       */
      is_gone: boolean;
      /**
       * Times
       * @description where requests spent their time; of ab only
       */
      times: components['schemas']['PartTimes'][];
    };
    /** TrialSamples */
    TrialSamples: {
      /** Trial Id */
      trial_id: string;
      /** Round */
      round: number;
      /**
       * Window
       * @description start and end of the measurement, same clock
       */
      window: [number, number] | null;
      /** Hosts */
      hosts: components['schemas']['HostSeries'][];
      /**
       * Events
       * @description what happened on the hosts meanwhile, in order
       */
      events: components['schemas']['EventAt'][];
    };
    /**
     * TrialState
     * @enum {string}
     */
    TrialState:
      'queued' | 'preparing' | 'warming' | 'measuring' | 'done' | 'invalid' | 'failed' | 'cancelled';
    /** TrialValue */
    TrialValue: {
      /** Round */
      round: number;
      /** Value */
      value: number;
    };
    /**
     * Trouble
     * @description Something that is wrong, and what to do.
     */
    Trouble: {
      /** Code */
      code: string;
      /** Text */
      text: string;
      /**
       * Help
       * @description what to do about it
       */
      help: string;
    };
    /**
     * Trust
     * @description Trust in the answers, by the conditions of the measurement.
     */
    Trust: {
      /**
       * Level
       * @enum {string}
       */
      level: 'green' | 'amber' | 'red';
      /**
       * Reasons
       * @description the gravest first, at most three; none where it is green
       */
      reasons: components['schemas']['Reason'][];
      /**
       * Label
       * @example Trust with care
       */
      readonly label: string;
    };
    /** Undecided */
    Undecided: {
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /**
       * Has Left
       * @description more rounds would hardly decide it: measured no further
       * @default false
       */
      has_left: boolean;
      /**
       * Open In
       * @description questions that are open, where another one is decided
       */
      open_in?: string[];
    };
    /**
     * UnknownDirective
     * @description A directive of the baseline that the testbed's nginx does not know, by its place in the paste.
     */
    UnknownDirective: {
      /** File */
      file: string;
      /** Line */
      line: number;
      /** Text */
      text: string;
      /** Reason */
      reason: string;
    };
    /**
     * UnrestoredSetting
     * @description A value that could not be restored, and why. What a person types to undo it: see undo.py.
     */
    UnrestoredSetting: {
      setting: components['schemas']['Setting'];
      /** Before */
      before: string;
      /** Now */
      now: string;
      /** Reason */
      reason: string;
      /**
       * Netns
       * @description name by which `ip netns` knows the agent's own network
       * @default
       */
      netns: string;
      /**
       * Net Of
       * @description a process in the agent's own, nameless network
       */
      net_of?: number | null;
    };
    /**
     * UnrestoredSettingOut
     * @description A value that could not be restored, and how a person does it.
     */
    UnrestoredSettingOut: {
      setting: components['schemas']['Setting'];
      /** Before */
      before: string;
      /** Now */
      now: string;
      /** Reason */
      reason: string;
      /**
       * Netns
       * @description name by which `ip netns` knows the agent's own network
       * @default
       */
      netns: string;
      /**
       * Net Of
       * @description a process in the agent's own, nameless network
       */
      net_of?: number | null;
      /**
       * Command
       * @description made by the dashboard; empty where name or value is not of the form that it has to be
       */
      command: string;
    };
    /**
     * UntilDecided
     * @description Whole rounds, until an interim analysis finds all better, worse or the same; at most `max`.
     */
    UntilDecided: {
      /**
       * Min
       * @description rounds at the first interim analysis
       * @default 8
       */
      min: number;
      /**
       * Max
       * @default 40
       */
      max: number;
      /**
       * Until
       * @constant
       */
      until: 'decided';
      /**
       * Instead Of
       * @description precise: the definition asked for trials until intervals are narrow enough
       * @constant
       */
      instead_of?: 'precise';
    };
    /**
     * Variant
     * @description Knobs on top of another variant, or on top of what all share.
     */
    Variant: {
      /** Name */
      name: string;
      /** From */
      from?: string;
      /** Set */
      set?: {
        [key: string]: number | string | boolean | null;
      };
      /**
       * Topology
       * @enum {string}
       */
      topology?: 'direct' | 'proxied' | 'proxy_only';
      /** Note */
      note?: string;
    };
    /**
     * Verdict
     * @enum {string}
     */
    Verdict: 'better' | 'worse' | 'same' | 'unclear';
    /** VersionOut */
    VersionOut: {
      /** Version */
      version: string;
    };
    /**
     * Waiting
     * @description Not let in yet: a person has to approve it. The agent asks again with the same credential.
     */
    Waiting: {
      /** Waiting */
      waiting: string;
    };
    /**
     * WaitingAgent
     * @description An agent that a person has to approve.
     */
    WaitingAgent: {
      /** Id */
      id: string;
      /** Token Id */
      token_id: string | null;
      /** Name */
      name: string;
      /** Roles */
      roles: ('load' | 'proxy' | 'backend')[];
      /** Address */
      address: string;
      /**
       * Peer
       * @description address that it calls from
       */
      peer: string;
      /** Version */
      version: string;
      /** Hostname */
      hostname: string;
      /** System */
      system: string;
      /** Reason */
      reason: string;
      /**
       * Is Known
       * @description it has the credential of the host of its name, and asks for a change
       */
      is_known: boolean;
      /**
       * Replaces
       * @description id of the host whose agent it would lock out, if any
       */
      replaces: string | null;
      /**
       * Same Machine
       * @description whether it says to be on that host's machine
       */
      same_machine: boolean | null;
      /**
       * Since
       * Format: date-time
       */
      since: string;
    };
    /**
     * Warmup
     * @description Whole seconds of load that are not measured.
     */
    Warmup: {
      /**
       * Prepared
       * @description once when a run's setups are prepared
       * @default 2
       */
      prepared: number;
      /**
       * Trial
       * @description before every trial
       * @default 0
       */
      trial: number;
    };
    /**
     * Way
     * @description What a request brings to say who it is from.
     * @enum {string}
     */
    Way: 'session' | 'api_token' | 'dashboard_token';
    /**
     * Ways
     * @description How one may sign in here besides by password, link and token.
     */
    Ways: {
      /**
       * Provider
       * @description the name of the OpenID provider; null: there is none
       */
      provider: string | null;
      /**
       * Refused
       * @description in words, why the provider's answer did not sign anybody in
       */
      refused: string | null;
    };
    /**
     * Widest
     * @description The widest interval of a metric; without a run where none is known yet.
     */
    Widest: {
      /** Metric */
      metric: string;
      /**
       * Wanted
       * @description half-interval as a share, 0.01 = ±1%
       */
      wanted: number;
      /**
       * Half
       * @description the same as it is; None where two valid rounds are lacking
       */
      half: number | null;
      /** Run Id */
      run_id: string | null;
      /** Name */
      name: string | null;
    };
    /**
     * Window
     * @description Activity of a host while a trial was measured: differences of exact counters.
     */
    Window: {
      /** Seconds */
      seconds: number;
      /** Started At */
      started_at?: number | null;
      /**
       * Cores
       * @description busy share of each CPU, 0..1
       */
      cores?: number[];
      /**
       * Softirq
       * @default 0
       */
      softirq: number;
      /**
       * Steal
       * @default 0
       */
      steal: number;
      /**
       * Own Cpu S
       * @description setup key or `load` → CPU seconds
       */
      own_cpu_s?: {
        [key: string]: number;
      };
      /**
       * Other Cpu S
       * @default 0
       */
      other_cpu_s: number;
      /**
       * Rx Bytes
       * @default 0
       */
      rx_bytes: number;
      /**
       * Tx Bytes
       * @default 0
       */
      tx_bytes: number;
      /**
       * Listen Overflows
       * @default 0
       */
      listen_overflows: number;
      /**
       * Context Switches
       * @default 0
       */
      context_switches: number;
      /** Time Wait */
      time_wait?: number | null;
      /**
       * Listen Drops
       * @default 0
       */
      listen_drops: number;
      /**
       * Syn Cookies
       * @default 0
       */
      syn_cookies: number;
      /**
       * Retransmits
       * @default 0
       */
      retransmits: number;
      /**
       * Sockets
       * @description TCP sockets by state at the end
       */
      sockets?: {
        [key: string]: number;
      };
      ports?: components['schemas']['Ports'] | null;
      ports_after?: components['schemas']['Ports'] | null;
      /**
       * Kernel
       * @description share of each CPU in interrupts, hard and soft: part of `cores`
       */
      kernel?: number[];
      /**
       * Interrupts
       * @description on each CPU, all kinds
       */
      interrupts?: number[];
      /**
       * Reschedules
       * @description RES interrupts on each CPU
       */
      reschedules?: number[];
      /**
       * Own Sessions
       * @description sessions of setups and load tool
       */
      own_sessions?: number[];
      /**
       * Others
       * @description the busiest ones, busiest first
       */
      others?: components['schemas']['ProcessTime'][];
      /** Measured Cpus */
      measured_cpus?: string | null;
      /**
       * Changed
       * @description settings that no longer held at the end
       */
      changed?: components['schemas']['AppliedSetting'][];
      /**
       * Boot Id
       * @default
       */
      boot_id: string;
      clock?: components['schemas']['Clock'] | null;
      /**
       * Softirqs
       * @description share of each CPU in soft interrupts: part of `kernel`
       */
      softirqs?: number[];
      /**
       * Pressure
       * @description cpu, io, memory → seconds in which something waited for it
       */
      pressure?: {
        [key: string]: number;
      };
      /**
       * Servers
       * @description by setup key
       */
      servers?: {
        [key: string]: components['schemas']['ServerCounts'];
      };
      load_threads?: components['schemas']['ThreadCounts'] | null;
      /**
       * Generators
       * @description where several loaded together
       */
      generators?: components['schemas']['GeneratorCounts'][];
      /**
       * Devices
       * @description the busiest ones, busiest first
       */
      devices?: components['schemas']['DeviceCounts'][];
      /**
       * Disks
       * @description the busiest ones, busiest first
       */
      disks?: components['schemas']['DiskCounts'][];
      /**
       * Events
       * @description what the kernel said of network, memory and processes, and workers that ended
       */
      events?: components['schemas']['HostEvent'][];
      kernel_counts?: components['schemas']['KernelCounts'] | null;
      held_connections?: components['schemas']['HeldReport'] | null;
    };
    /** Worker */
    Worker: {
      /** Pid */
      pid: number;
      /** Cpus */
      cpus: string;
    };
    /**
     * WorkerCounts
     * @description One worker of nginx.
     */
    WorkerCounts: {
      /** Pid */
      pid: number;
      /** Cpu S */
      cpu_s: number;
      /**
       * Waited S
       * @description ready to run, while something else had the CPU
       * @default 0
       */
      waited_s: number;
      /**
       * Connections
       * @description of clients, held at one reading; None: it could not be read
       */
      connections?: number | null;
    };
    /**
     * Workload
     * @description One load. It ends by a duration or a number of requests, as its tool can: `GET /api/v1/tools`.
     */
    Workload: {
      /**
       * Name
       * @default default
       */
      name: string;
      /**
       * Tool
       * @default wrk
       * @enum {string}
       */
      tool: 'wrk' | 'ab' | 'weighttp' | 'h2load' | 'vegeta';
      /**
       * Threads
       * @description of each process
       * @default 1
       */
      threads: number;
      /**
       * Processes
       * @description processes on each load host, started together; they share connections and rate
       * @default 1
       */
      processes: number;
      /**
       * Hosts
       * @description load hosts, the first ones or all; they share connections, requests and rate
       * @default 1
       */
      hosts: 'all' | number;
      /**
       * Connections
       * @description of all processes and hosts together
       * @default 16
       */
      connections: number;
      /**
       * Duration S
       * @description whole seconds
       */
      duration_s?: number | null;
      /** Requests */
      requests?: number | null;
      /**
       * Keepalive
       * @default true
       */
      keepalive: boolean;
      /**
       * Path
       * @default /
       */
      path: string;
      /**
       * Mix
       * @description requests with weights, instead of path
       */
      mix?: components['schemas']['MixEntry'][];
      /**
       * Order
       * @description of a mix: shuffled by the experiment's seed, or as the list has it
       * @default shuffled
       * @enum {string}
       */
      order: 'shuffled' | 'given';
      /**
       * Site
       * @description bytes of the pages /0, /1, … that the backend serves to this workload
       */
      site?: number[];
      /**
       * Headers
       * @description sent with each request; Host and Connection have their own fields
       */
      headers?: {
        [key: string]: string;
      };
      /**
       * Host
       * @description Host header; default: the target's address
       */
      host?: string | null;
      /** @description connections held beside the measured load */
      hold?: components['schemas']['Hold'] | null;
      /**
       * Timeout S
       * @description wrk or vegeta counts later answers as timeouts
       * @default 2
       */
      timeout_s: number;
      /**
       * Protocol
       * @description HTTP/1.1 or HTTP/2, of h2load; default: HTTP/2
       */
      protocol?: ('h1' | 'h2') | null;
      /**
       * Streams
       * @description requests that each HTTP/2 connection has open at once; default: 1
       */
      streams?: number | null;
      /**
       * Rate
       * @description requests per second on schedule, however slow the answers are; of vegeta
       */
      rate?: number | null;
      /** @description in place of rate, which follows from it before the first trial */
      rate_share?: components['schemas']['RateShare'] | null;
      /**
       * Unknown
       * @description of imports: what the source does not say. Connections are then a stand-in
       */
      unknown?: ('connections' | 'length')[];
    };
    /**
     * WorkloadGuess
     * @description What is known of a load; None where the text does not say.
     */
    WorkloadGuess: {
      /**
       * Name
       * @default default
       */
      name: string;
      /** Tool */
      tool?: ('wrk' | 'ab' | 'weighttp' | 'h2load' | 'vegeta') | null;
      /** Threads */
      threads?: number | null;
      /** Connections */
      connections?: number | null;
      /** Duration S */
      duration_s?: number | null;
      /** Requests */
      requests?: number | null;
      /** Rate */
      rate?: number | null;
      /** Keepalive */
      keepalive?: boolean | null;
      /** Protocol */
      protocol?: ('h1' | 'h2') | null;
      /** Streams */
      streams?: number | null;
      /** Path */
      path?: string | null;
      /** Host */
      host?: string | null;
    };
    /**
     * LeftOut
     * @description Lines of one kind that are no requests of the mix.
     */
    backend__access_logs__workload__LeftOut: {
      /** Kind */
      kind: string;
      /** Count */
      count: number;
      /** Reason */
      reason: string;
    };
    /**
     * ProbeOut
     * @description One trial of a search.
     */
    backend__analysis__ceiling_schemas__ProbeOut: {
      /** Trial Id */
      trial_id: string;
      /**
       * Number
       * @description from 1, as the trial's round
       */
      number: number;
      /** Attempt */
      attempt: number;
      /** Connections */
      connections: number;
      /**
       * Rate
       * @description requests per second, of a search over the rate
       */
      rate?: number | null;
      state: components['schemas']['TrialState'];
      /**
       * Clean
       * @description None: not measured yet, or something else spoilt it
       */
      clean: boolean | null;
      /**
       * Repeat
       * @description confirms, or contradicts, an earlier probe
       */
      repeat: boolean;
      /** Suspect */
      suspect: boolean;
      /** Requests Per S */
      requests_per_s: number | null;
      /**
       * Latency P99
       * @description s
       */
      latency_p99: number | null;
      /** Requests */
      requests: number | null;
      /** Failed Requests */
      failed_requests: number | null;
      /**
       * Reason
       * @description why it is not clean
       */
      reason: string | null;
    };
    /**
     * LeftOut
     * @description A candidate that nobody waits for.
     */
    backend__analysis__precision__LeftOut: {
      /** Metric */
      metric: string;
      /** Run Id */
      run_id: string;
      /** Name */
      name: string;
      /** Why */
      why: string;
    };
    /**
     * ProbeOut
     * @description A run under another load than its own.
     */
    backend__diagnostics__results__trials__schemas__ProbeOut: {
      /**
       * Kind
       * @enum {string}
       */
      kind:
        'same_load' | 'fewer_connections' | 'more_connections' | 'more_threads' | 'profile' | 'system_calls';
      /**
       * Was
       * @description connections, or threads of the load tool
       */
      was: number;
      /** Now */
      now: number;
      /**
       * Change
       * @description of requests per second, 0.1 is +10%
       */
      change: number | null;
      /**
       * Range
       * @description single trials of the run lie within ± this share
       */
      range: number | null;
      /** Is Clear */
      is_clear: boolean;
      /** Sentence */
      sentence: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  get_ca: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  heartbeat: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Heartbeat'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HeartbeatReply'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_report: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Report-Input'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Accepted'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_ready: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReadyJob'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Accepted'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  post_samples: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SampleBatch'];
      };
    };
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_ways: {
    parameters: {
      query?: {
        refused?: components['schemas']['Refusal'] | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ways'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  open_session: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedIn'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  close_session: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  join: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Joining'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedIn'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  check_invitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationCode'];
      };
    };
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  make_link: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['LinkIn'] | null;
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Me'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_sessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  close_sessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  close_one_session: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        session_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  take_answer: {
    parameters: {
      query?: {
        state?: string;
        code?: string;
        error?: string;
        iss?: string | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  begin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Beginning'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Begun'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_people: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonRef'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_accounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_account: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        account_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountChange'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  make_password_link: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        account_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_invitations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  make_invitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewInvitation'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  withdraw_invitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        invitation_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_password: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordChange'];
      };
    };
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_tokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiTokenOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  make_token: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiTokenIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewApiToken'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  revoke_token: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        token_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_audit: {
    parameters: {
      query?: {
        act?: components['schemas']['Act'] | null;
        account_id?: string | null;
        since?: string | null;
        until?: string | null;
        /** @description id of the last entry that was read */
        before?: number | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EntryOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  export_audit: {
    parameters: {
      query?: {
        act?: components['schemas']['Act'] | null;
        account_id?: string | null;
        since?: string | null;
        until?: string | null;
      };
      header?: never;
      path: {
        kind: 'csv' | 'json';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': unknown;
          'application/json': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_receivers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceiverOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  make_receiver: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReceiverIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewReceiver'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_receiver: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        receiver_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_receiver: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        receiver_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReceiverChange'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceiverOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  send_test: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        receiver_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_deliveries: {
    parameters: {
      query?: {
        receiver_id?: string | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  send_again: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        delivery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_own_notices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnNoticesOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_own_notices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OwnNotices'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnNoticesOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  make_plan: {
    parameters: {
      query?: {
        /** @description change that the plan should show, 0.03 = 3% */
        see?: number | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExperimentIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  start_check: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExperimentIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_check: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        check_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_experiments: {
    parameters: {
      query?: {
        /** @description as in the search box: words, "phrases", tag: host: knob: verdict: after: is: … */
        q?: string;
        tag?: string[];
        /** @description name of a host that took part */
        host?: string[];
        /** @description NAME or NAME=VALUE, also of imported settings; one run has them all */
        knob?: string[];
        /** @description of any candidate in req/s */
        verdict?: components['schemas']['Verdict'][];
        /** @description launched on this day or later: 2026-11-01, 2026-11, 7d */
        since?: string | null;
        /** @description launched on this day or earlier */
        until?: string | null;
        /** @description the time zone of days, such as Europe/Berlin or +02:00 */
        tz?: string;
        state?: components['schemas']['ExperimentState'][];
        recipe?: string[];
        origin?: components['schemas']['Origin'] | null;
        /** @description id of the experiment that they were made from */
        made_from?: string | null;
        /** @description who made them: a login, `me`, or `token` */
        by?: string | null;
        /** @description whom their notes mention: a login, or `me` */
        mentions?: string | null;
        starred?: boolean | null;
        /** @description default: hide */
        archived?: ('hide' | 'include' | 'only') | null;
        limit?: number;
        /** @description of the headline's first answer; rows without a value are last */
        sort?: 'when' | 'name' | 'verdict' | 'change' | 'trust' | 'p99' | 'minutes';
        order?: 'desc' | 'asc';
        /** @description id; only those after it in this order: older ones */
        before?: string | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentSummary'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  launch_experiment: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExperimentIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_experiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_experiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_experiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExperimentChange'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Kept'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_trials: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrialOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_deltas: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics */
        metric?: string;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeltaRow'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_profile_difference: {
    parameters: {
      query: {
        /** @description run id */
        b: string;
        /** @description run id; default: the baseline of b */
        a?: string | null;
        /** @description default: the server under test */
        role?: ('load' | 'proxy' | 'backend') | null;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProfileDifference'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_accounting: {
    parameters: {
      query: {
        /** @description run id */
        b: string;
        /** @description run id; default: the baseline of b */
        a?: string | null;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Accounting'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_steps: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics */
        metric?: string;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StepRow'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_calibration: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CalibrationOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_noise: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        testbed_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnownNoiseOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_pivot: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics */
        metric?: string;
        /** @description a factor, or `workload` where there are several */
        rows?: string | null;
        /** @description another one */
        columns?: string | null;
        /** @description of another factor: `log:off` for one level, `log` for the mean over all levels */
        at?: string[] | null;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PivotOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_main_effects: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics */
        metric?: string;
        /** @description only under this one */
        workload?: string | null;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MainEffectsOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_diagnostics: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DiagnosticsOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_definition: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/yaml': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  offer_retest: {
    parameters: {
      query?: {
        /** @description the best by which metric */
        metric?: string;
        /** @description only the best under this one */
        workload?: string | null;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetestOffer'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  launch_retest: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string | null;
      };
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RetestIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_retested: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics */
        metric?: string;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetestResult'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  cancel_experiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  resume_experiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  measure_experiment_more: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MoreIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  judge_experiment_again: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RulesIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_bisects: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BisectOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  launch_bisect: {
    parameters: {
      query?: never;
      header?: {
        'Idempotency-Key'?: string | null;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExperimentIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BisectOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  plan_bisect: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExperimentIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BisectPlan'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_bisect: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        bisect_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BisectOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  cancel_bisect: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        bisect_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BisectOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  preview_reproduction: {
    parameters: {
      query?: {
        /** @description default: where it was measured */
        testbed_id?: string | null;
        /** @description trials in the same order */
        same_seed?: boolean;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReproduceOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_tags: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TagCount'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_trend: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics */
        metric?: string;
        /** @description id; default: that of the newest experiment */
        testbed?: string;
        /** @description only experiments of this recipe */
        recipe?: string;
        /** @description id; its testbed and its headline's variant are the defaults */
        experiment?: string;
        /** @description hash; default: the most frequent candidate */
        variant?: string;
        /** @description name; default: the most frequent one of the variant */
        workload?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrendOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_run: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_run: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_samples: {
    parameters: {
      query?: {
        /** @description trial id; default: the run's first valid trial */
        trial?: string | null;
      };
      header?: never;
      path: {
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrialSamples'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_latency: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunLatency'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_profile: {
    parameters: {
      query?: {
        /** @description default: the server under test */
        role?: ('load' | 'proxy' | 'backend') | null;
      };
      header?: never;
      path: {
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunProfile'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_output: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        trial_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrialOutput'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_metrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Metric'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  compare: {
    parameters: {
      query?: {
        /** @description run ids of one side; A is the baseline */
        a?: string[] | null;
        /** @description run ids of one side; A is the baseline */
        b?: string[] | null;
        /** @description run ids of one side; A is the baseline */
        c?: string[] | null;
        /** @description run ids of one side; A is the baseline */
        d?: string[] | null;
        /** @description run ids of one side; A is the baseline */
        e?: string[] | null;
        /** @description run ids of one side; A is the baseline */
        f?: string[] | null;
        /** @description run ids of one side; A is the baseline */
        g?: string[] | null;
        /** @description run ids of one side; A is the baseline */
        h?: string[] | null;
        /** @description split this experiment by a factor */
        experiment?: string | null;
        factor?: string | null;
        level_a?: string | null;
        level_b?: string | null;
        /** @description the side that stands beside A */
        side?: string;
        /** @description pair runs by what is equal, or in the order given */
        match?: 'equal' | 'order';
        metric?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompareOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  compare_configs: {
    parameters: {
      query: {
        a: string;
        b: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Configs'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_report: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics; else the headline's */
        metric?: string | null;
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report-Output'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  export_experiment: {
    parameters: {
      query?: {
        /** @description rows of the CSV */
        rows?: 'trials' | 'runs' | 'steps';
        /** @description of the table; CSV of runs and steps takes several */
        metric?: string[] | null;
        /** @description JSON: with the output of the load tool */
        output?: boolean;
      };
      header?: never;
      path: {
        experiment_id: string;
        kind: 'csv' | 'json' | 'md' | 'html';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': unknown;
          'application/json': unknown;
          'text/markdown': unknown;
          'text/html': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  draw_experiment: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics; else the headline's */
        metric?: string | null;
        /** @description factor of a grid's rows */
        rows?: string | null;
        /** @description factor of a grid's columns */
        columns?: string | null;
        theme?: 'light' | 'dark';
        /** @description to be saved as a file, not shown */
        save?: boolean;
      };
      header?: never;
      path: {
        experiment_id: string;
        name: 'delta' | 'steps' | 'trials' | 'percentiles' | 'grid';
        kind: 'svg' | 'png';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
          'image/png': unknown;
        };
      };
      /** @description the picture is the one that If-None-Match names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  export_run: {
    parameters: {
      query?: {
        /** @description JSON: with the output of the load tool */
        output?: boolean;
        /** @description JSON: with the time series of every trial */
        samples?: boolean;
      };
      header?: never;
      path: {
        run_id: string;
        kind: 'csv' | 'json';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': unknown;
          'application/json': unknown;
          'text/markdown': unknown;
          'text/html': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  export_latency: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        run_id: string;
        kind: 'csv' | 'hlog';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': unknown;
          'text/plain': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  export_profile: {
    parameters: {
      query?: {
        /** @description default: the server under test */
        role?: ('load' | 'proxy' | 'backend') | null;
        theme?: 'light' | 'dark';
      };
      header?: never;
      path: {
        run_id: string;
        kind: 'folded' | 'svg';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': unknown;
          'image/svg+xml': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  export_profile_difference: {
    parameters: {
      query: {
        /** @description run id */
        b: string;
        /** @description run id; default: the baseline of b */
        a?: string | null;
        /** @description default: the server under test */
        role?: ('load' | 'proxy' | 'backend') | null;
        theme?: 'light' | 'dark';
      };
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': unknown;
          'image/svg+xml': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  draw_run: {
    parameters: {
      query?: {
        /** @description a name of GET /api/v1/metrics */
        metric?: string;
        theme?: 'light' | 'dark';
        /** @description to be saved as a file, not shown */
        save?: boolean;
      };
      header?: never;
      path: {
        run_id: string;
        name: 'trials' | 'percentiles';
        kind: 'svg' | 'png';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
          'image/png': unknown;
        };
      };
      /** @description the picture is the one that If-None-Match names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  report_comparison: {
    parameters: {
      query?: {
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        a?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        b?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        c?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        d?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        e?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        f?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        g?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        h?: string[];
        /** @description split this experiment by a factor */
        experiment?: string;
        factor?: string;
        level_a?: string;
        level_b?: string;
        /** @description the side that stands beside A; default: b */
        side?: string;
        /** @description order: pair runs in the order given; else by what is equal */
        match?: string;
        /** @description a name of GET /api/v1/metrics; default: requests_per_s */
        metric?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report-Output'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  export_comparison: {
    parameters: {
      query?: {
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        a?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        b?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        c?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        d?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        e?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        f?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        g?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        h?: string[];
        /** @description split this experiment by a factor */
        experiment?: string;
        factor?: string;
        level_a?: string;
        level_b?: string;
        /** @description the side that stands beside A; default: b */
        side?: string;
        /** @description order: pair runs in the order given; else by what is equal */
        match?: string;
        /** @description a name of GET /api/v1/metrics; default: requests_per_s */
        metric?: string;
      };
      header?: never;
      path: {
        kind: 'csv' | 'json' | 'md' | 'html';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': unknown;
          'application/json': unknown;
          'text/markdown': unknown;
          'text/html': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  draw_comparison: {
    parameters: {
      query?: {
        theme?: 'light' | 'dark';
        /** @description to be saved as a file, not shown */
        save?: boolean;
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        a?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        b?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        c?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        d?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        e?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        f?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        g?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        h?: string[];
        /** @description split this experiment by a factor */
        experiment?: string;
        factor?: string;
        level_a?: string;
        level_b?: string;
        /** @description the side that stands beside A; default: b */
        side?: string;
        /** @description order: pair runs in the order given; else by what is equal */
        match?: string;
        /** @description a name of GET /api/v1/metrics; default: requests_per_s */
        metric?: string;
      };
      header?: never;
      path: {
        name: 'pairs' | 'delta' | 'percentiles';
        kind: 'svg' | 'png';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
          'image/png': unknown;
        };
      };
      /** @description the picture is the one that If-None-Match names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  report_saved: {
    parameters: {
      query?: {
        metric?: string | null;
      };
      header?: never;
      path: {
        comparison_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report-Output'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  export_saved: {
    parameters: {
      query?: {
        metric?: string | null;
      };
      header?: never;
      path: {
        comparison_id: string;
        kind: 'csv' | 'json' | 'md' | 'html';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': unknown;
          'application/json': unknown;
          'text/markdown': unknown;
          'text/html': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  draw_saved: {
    parameters: {
      query?: {
        metric?: string | null;
        theme?: 'light' | 'dark';
        /** @description to be saved as a file, not shown */
        save?: boolean;
      };
      header?: never;
      path: {
        comparison_id: string;
        name: 'pairs' | 'delta' | 'percentiles';
        kind: 'svg' | 'png';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
          'image/png': unknown;
        };
      };
      /** @description the picture is the one that If-None-Match names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  card_of_experiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
          'image/png': unknown;
        };
      };
      /** @description the picture is the one that If-None-Match names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  card_of_run: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
          'image/png': unknown;
        };
      };
      /** @description the picture is the one that If-None-Match names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  card_of_comparison: {
    parameters: {
      query?: {
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        a?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        b?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        c?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        d?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        e?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        f?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        g?: string[];
        /** @description run ids of one side, repeated or with commas; A is the baseline */
        h?: string[];
        /** @description split this experiment by a factor */
        experiment?: string;
        factor?: string;
        level_a?: string;
        level_b?: string;
        /** @description the side that stands beside A; default: b */
        side?: string;
        /** @description order: pair runs in the order given; else by what is equal */
        match?: string;
        /** @description a name of GET /api/v1/metrics; default: requests_per_s */
        metric?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
          'image/png': unknown;
        };
      };
      /** @description the picture is the one that If-None-Match names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  card_of_saved: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        comparison_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': unknown;
          'image/png': unknown;
        };
      };
      /** @description the picture is the one that If-None-Match names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  preview_import: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PreviewOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  recognise_settings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingsIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  create_import: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImportIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  open_example: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExampleOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_texts: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TextOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_text: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
        number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': unknown;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_comparisons: {
    parameters: {
      query?: {
        /** @description words of the name */
        q?: string;
        /** @description who saved them first: a login, `me`, or `token` */
        by?: string | null;
        /** @description whom their notes mention: a login, or `me` */
        mentions?: string | null;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  save_comparison: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SavedIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_comparison: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        comparison_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_comparison: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        comparison_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_comparison: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        comparison_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SavedChange'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_share_links: {
    parameters: {
      query?: {
        /** @description id of an experiment, run or saved comparison */
        subject?: string | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShareOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  make_share_link: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ShareIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShareMade'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  revoke_share_link: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        link_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  open_share_link: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OpenIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Opened'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_shared: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        link_id: string;
        path: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_recipes: {
    parameters: {
      query?: {
        /** @description default: the only testbed */
        testbed_id?: string | null;
        /** @description own recipes that were retired, in place of all others */
        retired?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipeSummary'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  save_recipe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecipeIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedRecipe'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_recipe: {
    parameters: {
      query?: {
        form?: 'quick' | 'full';
        /** @description size the quick form to this testbed */
        testbed_id?: string | null;
        /** @description of an own recipe; default: the newest */
        version?: number | null;
      };
      header?: never;
      path: {
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipeDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_recipe: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        slug: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecipeChange'];
      };
    };
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_versions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnVersion'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  start_from_conf: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PastedConf'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConvertedConf'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  start_from_log: {
    parameters: {
      query?: {
        /** @description auto, combined, common, json, or the text of a log_format */
        log_format?: string;
        /** @description ask for the paths of the log, of a backend of your own */
        keep_paths?: boolean;
        /** @description with x for the values of queries */
        mask?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogWorkload'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_knobs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Knob'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_tools: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ToolInfo'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_queues: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestbedQueue'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  move_in_queue: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        experiment_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MoveIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestbedQueue'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_hosts: {
    parameters: {
      query?: {
        condition?: components['schemas']['HostCondition'] | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_host: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        host_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  remove_host: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        host_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_host: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        host_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HostEdit'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  restore_host: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        host_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RestoreIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HostDetail'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_enrolment_tokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  make_enrolment_token: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TokenIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewToken'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  revoke_enrolment_token: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        token_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_waiting_agents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WaitingAgent'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  approve_agent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        request_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  refuse_agent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        request_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_reach: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reach'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  list_testbeds: {
    parameters: {
      query?: {
        retired?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestbedOut'][];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  create_testbed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestbedIn'];
      };
    };
    responses: {
      /** @description Successful Response */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestbedOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_testbed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        testbed_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestbedOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  delete_testbed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        testbed_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  change_testbed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        testbed_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestbedChange'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestbedOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_testbed_check: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        testbed_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestbedCheck'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  check_testbed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        testbed_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestbedCheck'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  enrol: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Enrolment'];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Enrolled'] | components['schemas']['Waiting'];
        };
      };
      /** @description A person has to approve it */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Waiting'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_version: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VersionOut'];
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  stream_events: {
    parameters: {
      query?: {
        experiment?: string | null;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_installer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  get_wheel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Problem details (RFC 9457) */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
}
