# Completion for bash. The program itself says what may come next: `ttt-tui --complete WORDS…`.

_ttt_tui() {
    local kind word rest
    COMPREPLY=()
    {
        read -r kind
        while IFS=$'\t' read -r word rest; do
            COMPREPLY+=("$word")
        done
    } < <("${1/#\~/$HOME}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
    case $kind in
        files) compopt -o default ;;
        directories) compopt -o dirnames ;;
        words) if [[ ${COMPREPLY[0]-} == *[=:] ]]; then compopt -o nospace; fi ;;
    esac
}

complete -F _ttt_tui ttt-tui
