# Completion for fish. The program itself says what may come next: `ttt-tui --complete WORDS…`.

function __ttt_tui
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    set -e words[1]
    set -l answer ($program --complete $words "$current" 2>/dev/null </dev/null)
    set -l kind $answer[1]
    set -e answer[1]
    set -l start (string match -r '^--[^=]*=' -- $current)
    set -l path (string replace -r '^--[^=]*=' '' -- $current)
    switch "$kind"
        case files
            printf '%s\n' "$start"(__fish_complete_path "$path")
        case directories
            printf '%s\n' "$start"(__fish_complete_directories "$path" '')
        case words
            printf '%s\n' $answer
    end
end

complete -c ttt-tui -f -k -a '(__ttt_tui)'
