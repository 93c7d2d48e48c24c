"""The lanes: the only place that knows RQ.

A part of a job is an RQ job whose function is a name from a list, never an import, and whose data is JSON.
A worker serves one lane, in its own process, one part after the other. Three steps carry a part through it,
each of which leaves it in exactly one place, so that whatever dies, `recovery` knows where to look:

    queue     BLMOVE                    -> the worker's hand   rq:queue:{lane}:intermediate:{worker}
    hand      take:   record `started`  -> RQ's execution      rq:wip:{lane}
    execution finish: result and event  -> nothing left in RQ

RQ keeps one intermediate list a lane, where a part that is about to start cannot be told from one whose
worker died; with a hand for each worker it can. RQ's timeouts and upkeep are not used: the supervisor stops
and replaces workers.

    parts       what travels: listed jobs, how they are put on a lane
    jobs        a job's record and its part, changed together: submit, onward, look, cancel
    fans        parts that run side by side, and the one that joins their answers
    scripts     what the scripts of these share
    books       what RQ knows of workers and running parts
    worker      the process that serves a lane
    patience    how it bears a broker that is away
    job_log     the one line of a job
    progress    how far a part is, and how long its stages took
    cancellations   which running jobs are to be stopped
    overview    how all lanes stand, for those who run the service
    recovery    what a dead worker held comes back
"""
